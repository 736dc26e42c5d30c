import { useLingui } from '@lingui/react/macro'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { BetMoment } from './BetMoment.tsx'

/** When a bet was made, what was staked and what came out of it. */
export function BetSummary({ bet }: { bet: SettledBet }) {
  const { t } = useLingui()
  const { coins, multiplier, result } = usePlayFormat()
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <BetMoment bet={bet} />
      <DefinitionList
        facts={[
          { term: t`Result`, value: <span className="wrap-anywhere">{result(bet)}</span> },
          { term: t`Stake`, value: coins(bet.stake, bet) },
          { term: t`Multiplier`, value: multiplier(bet.multiplier) },
          { term: t`Payout`, value: coins(bet.payout, bet) },
        ]}
      />
    </div>
  )
}
