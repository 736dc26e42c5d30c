import { useLingui } from '@lingui/react/macro'
import type { Arrival } from '#contract/operator/chains.ts'
import { coinSymbol } from '#contract/values.ts'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

const TONE: Record<Arrival['state'], BadgeTone> = {
  credited: 'jade',
  waiting: 'info',
  below_minimum: 'gold',
  held: 'gold',
  unknown_coin: 'danger',
  lapsed: 'danger',
  not_ours: 'neutral',
  not_found: 'neutral',
}

export function useArrivalStates(): Record<Arrival['state'], string> {
  const { t } = useLingui()
  return {
    credited: t`Credited`,
    waiting: t`Waits for confirmations`,
    below_minimum: t`Below the minimum`,
    held: t`On hold`,
    unknown_coin: t`Unknown coin`,
    lapsed: t`Address has lapsed`,
    not_ours: t`Not to us`,
    not_found: t`Not found`,
  }
}

/** Columns of money that has arrived on a chain. */
export function useArrivalColumns(): readonly GridColumn<Arrival>[] {
  const { t } = useLingui()
  const { amount: amountText } = useConsoleFormat()
  const states = useArrivalStates()
  return [
    {
      id: 'tx',
      head: t`Transaction`,
      width: 1.4,
      text: ({ txId }) => txId,
      cell: ({ txId }) => <Code text={txId} isShort />,
    },
    { id: 'chain', head: t`Chain`, width: 0.8, text: ({ chain }) => chain, sortBy: ({ chain }) => chain },
    {
      id: 'at',
      head: t`Time`,
      width: 1.25,
      text: ({ at }) => at ?? '',
      cell: ({ at }) => (at === null ? '—' : <Moment at={at} />),
      sortBy: ({ at }) => at,
    },
    {
      id: 'amount',
      head: t`Amount`,
      isNumber: true,
      text: ({ amount }) => amount ?? '',
      cell: ({ amount, coin }) =>
        amount === null ? '—' : coin === null ? amount : `${amountText(amount)} ${coinSymbol(coin)}`,
      sortBy: ({ amount }) => decimalOrder(amount),
    },
    {
      id: 'to',
      head: t`To address`,
      width: 1.4,
      text: ({ to }) => to ?? '',
      cell: ({ to }) => (to === null ? '—' : <Code text={to} isShort />),
    },
    {
      id: 'state',
      head: t`State`,
      width: 1.2,
      text: ({ state }) => state,
      cell: ({ state }) => <Badge tone={TONE[state]}>{states[state]}</Badge>,
      sortBy: ({ state }) => state,
    },
    {
      id: 'uid',
      head: t`Player`,
      width: 0.7,
      text: ({ uid }) => `${uid ?? ''}`,
      cell: ({ uid }) =>
        uid === null ? '—' : <PageLink to={`/players/${uid}`} className={textLinkClass}>{`${uid}`}</PageLink>,
    },
    { id: 'advice', head: t`What to do`, width: 2.2, text: ({ advice }) => advice },
  ]
}
