import { useLingui } from '@lingui/react/macro'
import { listPlayerBets, type PlayerBet } from '#contract/operator/players.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'

export function PlayerBets({ uid }: { uid: string }) {
  const { t } = useLingui()
  const { coin: coinText, amount: amountText } = useConsoleFormat()
  const { query, rows } = usePageRows(listPlayerBets, { params: { uid } }, ({ bets }) => bets)
  const columns: GridColumn<PlayerBet>[] = [
    { id: 'id', head: t`Bet`, width: 0.8, text: ({ id }) => id, sortBy: ({ id }) => BigInt(id) },
    {
      id: 'at',
      head: t`Time`,
      width: 1.25,
      text: ({ at }) => at,
      cell: ({ at }) => <Moment at={at} />,
      sortBy: ({ at }) => at,
    },
    {
      id: 'game',
      head: t`Game`,
      width: 1.2,
      text: ({ game, provider }) => (provider === null ? game : `${game} (${provider})`),
      sortBy: ({ game }) => game,
    },
    {
      id: 'stake',
      head: t`Stake`,
      isNumber: true,
      text: ({ stake }) => stake,
      cell: ({ stake, coin }) => coinText(stake, coin),
      sortBy: ({ stake }) => decimalOrder(stake),
    },
    {
      id: 'payout',
      head: t`Payout`,
      isNumber: true,
      text: ({ payout }) => payout,
      cell: ({ payout, coin }) => coinText(payout, coin),
      sortBy: ({ payout }) => decimalOrder(payout),
    },
    {
      id: 'multiplier',
      head: t`Multiplier`,
      width: 0.7,
      isNumber: true,
      text: ({ multiplier }) => multiplier ?? '',
      cell: ({ multiplier }) => (multiplier === null ? '—' : `${amountText(multiplier)}×`),
      sortBy: ({ multiplier }) => decimalOrder(multiplier),
    },
  ]
  return (
    <PageGate query={query}>
      {() => (
        <DataGrid
          label={t`Bets`}
          fileName={`bets-${uid}`}
          columns={columns}
          rows={rows}
          rowId={({ id, provider }) => `${provider ?? ''} ${id}`}
          empty={{ title: t`No bets`, detail: t`The player has no settled bet.` }}
        />
      )}
    </PageGate>
  )
}
