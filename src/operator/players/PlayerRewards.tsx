import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { listPlayerRewards } from '#contract/operator/players.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useGiftKind } from '#operator/parts/use-gift-kind.ts'
import { operatorQuery } from '#operator/session/queries.ts'

type Reward = DataOf<typeof listPlayerRewards>[number]

export function PlayerRewards({ uid }: { uid: string }) {
  const { t } = useLingui()
  const { coin: coinText } = useConsoleFormat()
  const query = useQuery(operatorQuery(listPlayerRewards, { params: { uid } }))
  const kindOf = useGiftKind()
  const columns: GridColumn<Reward>[] = [
    {
      id: 'at',
      head: t`Time`,
      width: 1.25,
      text: ({ at }) => at,
      cell: ({ at }) => <Moment at={at} />,
      sortBy: ({ at }) => at,
    },
    {
      id: 'kind',
      head: t`Kind`,
      text: ({ kind }) => kind,
      cell: ({ kind }) => kindOf(kind),
      sortBy: ({ kind }) => kind,
    },
    {
      id: 'amount',
      head: t`Amount`,
      isNumber: true,
      text: ({ amount }) => amount,
      cell: ({ amount, coin }) => coinText(amount, coin),
      sortBy: ({ amount }) => decimalOrder(amount),
    },
    { id: 'what', head: t`Earned by`, width: 2.4, text: ({ what }) => what },
  ]
  return (
    <PageGate query={query}>
      {(rewards) => (
        <DataGrid
          label={t`Rewards`}
          fileName={`rewards-${uid}`}
          columns={columns}
          rows={{ rows: rewards }}
          rowId={({ at, kind, coin, what }) => `${at} ${kind} ${coin} ${what}`}
          empty={{ title: t`No rewards`, detail: t`The player was given nothing yet.` }}
        />
      )}
    </PageGate>
  )
}
