import { Plural, Trans } from '@lingui/react/macro'
import { SkipForward } from 'lucide-react'
import { Suspense } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Note } from '#ui/Note.tsx'
import { useHasAutoPlay } from '#features/play/auto/use-is-auto-playing.ts'
import type { CrashPlay } from './crash-play.ts'

const MissedBet = lazyOptional(() => import('./MissedBet.tsx').then((module) => module.MissedBet))

export function CrashNotices({ play }: { play: CrashPlay }) {
  const link = useStore(play.table.link)
  const missed = useStore(play.missed)
  const hasAutoPlay = useHasAutoPlay('crash')
  const skipped = useStore(play.skipped)
  return (
    <>
      <div role="status" className="empty:hidden">
        {hasAutoPlay && skipped > 0 ? (
          <Note icon={<SkipForward aria-hidden size={16} />}>
            <Plural
              value={skipped}
              one="Auto-play has skipped # round: its bet came after the lock."
              other="Auto-play has skipped # rounds: its bets came after the lock."
            />
          </Note>
        ) : null}
      </div>
      <Suspense fallback={null}>{missed ? <MissedBet play={play} bet={missed} /> : null}</Suspense>
      {link === 'offline' ? (
        <Banner inset tone="offline">
          <Trans>
            You are offline. No bet can be taken: the server must say when it arrived. What is in the round
            keeps its target. The last rounds can be read and verified here.
          </Trans>
        </Banner>
      ) : link === 'lagging' ? (
        <Banner inset tone="warning">
          <Trans>The connection lags. A cash-out still counts from the moment it reaches the server.</Trans>
        </Banner>
      ) : null}
    </>
  )
}
