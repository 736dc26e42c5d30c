import { Trans } from '@lingui/react/macro'
import type { CrashBet } from '#contract/crash.ts'
import { Banner } from '#ui/Banner.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashPlay } from './crash-play.ts'
import { unitsOf } from './crash-units.ts'

/** The round of the bet ended while the page was frozen, hidden or offline. */
export function MissedBet({ play, bet }: { play: CrashPlay; bet: CrashBet }) {
  const coin = useCoin()
  const { coins } = usePlayFormat()
  if (!coin) return null
  const stake = coins(unitsOf(bet.stake, play.engine), coin)
  const payout = unitsOf(bet.payout, play.engine)
  const paid = coins(payout, coin)
  return (
    <Banner inset>
      {bet.status === 'refunded' ? (
        <Trans>While this page was away, your bet of {stake} was given back.</Trans>
      ) : payout > 0n ? (
        <Trans>
          While this page was away, your bet of {stake} was decided: it paid {paid}.
        </Trans>
      ) : (
        <Trans>While this page was away, your bet of {stake} was decided: it lost.</Trans>
      )}
    </Banner>
  )
}
