import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Today } from '#contract/operator/today.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { consoleClass } from '#ui/console/console-class.ts'

export function Figures({ today }: { today: Today }) {
  const { t } = useLingui()
  const { usd, integer } = useConsoleFormat()
  const { bets, deposits, withdrawals, players } = today
  return (
    <div className={consoleClass.figures}>
      <Figure
        name={t`Staked`}
        value={usd(bets.stakedUsd)}
        more={<Trans>Bets: {ph({ count: integer(bets.count) })}</Trans>}
      />
      <Figure
        name={t`Result of the house`}
        value={usd(bets.resultUsd)}
        more={<Trans>{ph({ amount: usd(bets.edgeUsd) })} expected by the edge</Trans>}
      />
      <Figure
        name={t`Deposits`}
        value={usd(deposits.usd)}
        more={<Trans>{ph({ count: integer(deposits.count) })} arrived</Trans>}
      />
      <Figure
        name={t`Withdrawals`}
        value={usd(withdrawals.usd)}
        more={
          <Trans>
            {ph({ sent: integer(withdrawals.count) })} sent, {ph({ waiting: integer(withdrawals.waiting) })}{' '}
            waiting, {ph({ inReview: integer(withdrawals.inReview) })} in review
          </Trans>
        }
      />
      <Figure
        name={t`Players`}
        value={integer(players.active)}
        more={<Trans>{ph({ count: integer(players.registered) })} new today</Trans>}
      />
    </div>
  )
}

function Figure({ name, value, more }: { name: string; value: string; more: ReactNode }) {
  return (
    <dl className={consoleClass.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd>{more}</dd>
    </dl>
  )
}
