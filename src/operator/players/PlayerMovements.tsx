import { useLingui } from '@lingui/react/macro'
import { listPlayerMovements, type PlayerMovement } from '#contract/operator/players.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'

export function PlayerMovements({ uid }: { uid: string }) {
  const { t } = useLingui()
  const { coin: coinText } = useConsoleFormat()
  const { query, rows } = usePageRows(listPlayerMovements, { params: { uid } }, ({ movements }) => movements)
  const columns: GridColumn<PlayerMovement>[] = [
    {
      id: 'transaction',
      head: t`Transaction`,
      width: 0.8,
      text: ({ transaction }) => transaction,
      sortBy: ({ transaction }) => BigInt(transaction),
    },
    {
      id: 'at',
      head: t`Time`,
      width: 1.25,
      text: ({ at }) => at,
      cell: ({ at }) => <Moment at={at} />,
      sortBy: ({ at }) => at,
    },
    { id: 'kind', head: t`Kind`, text: ({ kind }) => kind, sortBy: ({ kind }) => kind },
    {
      id: 'postings',
      head: t`Changes of accounts`,
      width: 2,
      isNumber: true,
      text: ({ postings }) =>
        postings.map(({ account, amount, coin }) => `${account} ${amount} ${coin}`).join('; '),
      cell: ({ postings }) => (
        <ul>
          {postings.map(({ account, amount, coin }) => (
            <li key={account + coin}>{`${account}: ${coinText(amount, coin)}`}</li>
          ))}
        </ul>
      ),
    },
  ]
  return (
    <PageGate query={query}>
      {() => (
        <DataGrid
          label={t`Movements`}
          fileName={`movements-${uid}`}
          columns={columns}
          rows={rows}
          rowId={({ transaction }) => transaction}
          empty={{ title: t`No movements`, detail: t`The ledger has nothing of this player.` }}
        />
      )}
    </PageGate>
  )
}
