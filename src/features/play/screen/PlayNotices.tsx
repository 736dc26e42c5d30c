import { Suspense, type ReactNode } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { useHasAutoPlay } from '#features/play/auto/use-is-auto-playing.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import { PlayProblem } from '#features/play/controls/PlayProblem.tsx'

const AutoPlayStatus = lazyOptional(() =>
  import('#features/play/auto/AutoPlayStatus.tsx').then((module) => module.AutoPlayStatus),
)
const HealthBanner = lazyOptional(() => import('./HealthBanner.tsx').then((module) => module.HealthBanner))

interface PlayNoticesProps {
  play: FramePlay
  isOfflineTold: boolean
  /** The game's own. */
  children: ReactNode
}

export function PlayNotices({ play, isOfflineTold, children }: PlayNoticesProps) {
  const problem = useStore(play.problem)
  const status = useStore(play.engine.status)
  const hasAutoPlay = useHasAutoPlay(play.game)
  const health = status.status === 'ready' ? status.health : 'durable'
  return (
    <>
      <Suspense fallback={null}>{hasAutoPlay ? <AutoPlayStatus game={play.game} /> : null}</Suspense>
      <div role="alert" className="empty:hidden">
        {problem ? <PlayProblem error={problem} /> : null}
      </div>
      {children}
      <Suspense fallback={null}>
        {health === 'durable' || (health === 'offline' && isOfflineTold) ? null : (
          <HealthBanner health={health} />
        )}
      </Suspense>
    </>
  )
}
