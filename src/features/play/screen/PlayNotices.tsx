import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Note } from '#ui/Note.tsx'
import { useHasAutoPlay } from '#features/play/auto/use-is-auto-playing.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { EngineHealth } from '#features/play/play-engine.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'

const AutoPlayStatus = lazy(() =>
  import('#features/play/auto/AutoPlayStatus.tsx').then((module) => ({ default: module.AutoPlayStatus })),
)

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
      {status.status === 'ready' && status.health !== 'durable' ? (
        <HealthBanner health={status.health} />
      ) : null}
    </>
  )
}

/** What the player must know about where play is kept. */
function HealthBanner({ health }: { health: Exclude<EngineHealth, 'durable'> }) {
  switch (health) {
    case 'memory':
      return (
        <Banner inset tone="warning">
          <Trans>
            Nothing can be stored in this browser. You can play, but it ends when the page is closed.
          </Trans>
        </Banner>
      )
    case 'offline':
      return (
        <Banner inset tone="offline">
          <Trans>
            You are offline. Your balance is shown as last known, and no bet is placed until you are
            connected. Demo coins can be played now.
          </Trans>
        </Banner>
      )
    case 'asking':
      return (
        <Banner inset tone="warning">
          <Trans>
            An answer got lost. Koi is asking the server what became of it; nothing else is staked until that
            is known.
          </Trans>
        </Banner>
      )
    case 'balance-old':
      return (
        <Banner inset tone="warning">
          <Trans>
            Your balance could not be updated. The amount shown may be old; Koi keeps asking for the new one.
          </Trans>
        </Banner>
      )
  }
}
