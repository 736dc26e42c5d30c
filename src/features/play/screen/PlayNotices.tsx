import { Suspense } from 'react'
import { useStore } from '#lib/use-store.ts'
import { useHasAutoPlay } from '#features/play/auto/use-is-auto-playing.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { PlayProblem } from '#features/play/controls/PlayProblem.tsx'
import { AutoPlayStatus, HealthBanner } from './lazy-notices.ts'

/** What the player must know about the latest bet, auto-play and storage. */
export function PlayNotices({ play }: { play: Play }) {
  const problem = useStore(play.problem)
  const status = useStore(play.engine.status)
  const hasAutoPlay = useHasAutoPlay(play.game)
  return (
    <>
      <Suspense fallback={null}>{hasAutoPlay ? <AutoPlayStatus game={play.game} /> : null}</Suspense>
      <div role="alert" className="empty:hidden">
        {problem ? <PlayProblem error={problem} /> : null}
      </div>
      <Suspense fallback={null}>
        {status.status === 'ready' && status.health !== 'durable' ? (
          <HealthBanner health={status.health} />
        ) : null}
      </Suspense>
    </>
  )
}
