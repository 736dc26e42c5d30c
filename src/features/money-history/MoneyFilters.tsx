import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TRANSACTION_GROUPS, type TransactionGroup } from '#contract/transactions.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { chipClass } from '#ui/chip-class.ts'
import type { MoneySearch } from './money-search.ts'

/** What kind and which coin; every choice is in the URL. */
export function MoneyFilters({ search }: { search: MoneySearch }) {
  const { t } = useLingui()
  const { data: coins = [] } = useQuery(coinsQuery)
  const names: Record<TransactionGroup, string> = {
    deposit: t`Deposits`,
    withdrawal: t`Withdrawals`,
    bonus: t`Bonuses`,
    reward: t`Rewards`,
  }
  const chip = (chosen: Pick<MoneySearch, 'kind' | 'coin'>, isSelected: boolean) => ({
    to: '/history' as const,
    search: { view: 'money' as const, kind: search.kind, coin: search.coin, ...chosen },
    replace: true,
    resetScroll: false,
    className: chipClass(isSelected),
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': isSelected ? ('true' as const) : undefined,
  })
  return (
    <div className="grid grid-cols-1 gap-2.5 -mx-4">
      <ChoiceRow label={t`Kinds`}>
        <Link {...chip({ kind: undefined }, search.kind === undefined)}>
          <Trans>Everything</Trans>
        </Link>
        {TRANSACTION_GROUPS.map((kind) => (
          <Link key={kind} {...chip({ kind }, search.kind === kind)}>
            {names[kind]}
          </Link>
        ))}
      </ChoiceRow>
      <ChoiceRow label={t`Coins`}>
        <Link {...chip({ coin: undefined }, search.coin === undefined)}>
          <Trans>All coins</Trans>
        </Link>
        {coins.map(({ id, symbol, network }) => (
          <Link key={id} {...chip({ coin: id }, search.coin === id)}>
            {`${symbol} · ${network}`}
          </Link>
        ))}
      </ChoiceRow>
    </div>
  )
}
