import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

/** When a bet was made, what was staked and what came out of it. */
export function BetSummary({ bet }: { bet: SettledBet }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { coins, multiplier, result } = usePlayFormat()
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <Text size={3} tone="muted">
          <time dateTime={new Date(bet.time).toISOString()}>{moment(new Date(bet.time))}</time>
        </Text>
        {bet.isDemo ? (
          <Badge tone="gold">
            <Trans>Demo</Trans>
          </Badge>
        ) : null}
      </div>
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
