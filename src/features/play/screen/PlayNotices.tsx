import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Note } from '#ui/Note.tsx'
import { useHasAutoPlay } from '#features/play/auto/use-is-auto-playing.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'

import { AutoPlayStatus, HealthBanner } from './lazy-notices.ts'

/** What the player must know about the latest bet, auto-play and storage. */
export function PlayNotices({ play }: { play: Play }) {
  const { i18n } = useLingui()
  const problem = useStore(play.problem)
  const status = useStore(play.engine.status)
  const hasAutoPlay = useHasAutoPlay(play.game)
  return (
    <>
      <Suspense fallback={null}>{hasAutoPlay ? <AutoPlayStatus game={play.game} /> : null}</Suspense>
      <div role="alert" className="empty:hidden">
        {problem ? (
          <Note tone="warning" icon={<TriangleAlert aria-hidden size={16} />}>
            {i18n._(playErrorMessage(problem))}
          </Note>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {status.status === 'ready' && status.health !== 'durable' ? (
          <HealthBanner health={status.health} />
        ) : null}
      </Suspense>
    </>
  )
}
