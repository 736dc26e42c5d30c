import { useLingui } from '@lingui/react/macro'
import { listPlayerPayments, type PlayerPayment } from '#contract/operator/players.ts'
import { coinNetwork } from '#contract/values.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { usePaymentState } from './use-payment-state.ts'

export function PlayerPayments({ uid }: { uid: string }) {
  const { t } = useLingui()
  const { coin: coinText } = useConsoleFormat()
  const stateOf = usePaymentState()
  const { query, rows } = usePageRows(listPlayerPayments, { params: { uid } }, ({ payments }) => payments)
  const columns: GridColumn<PlayerPayment>[] = [
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
      width: 0.8,
      text: ({ kind }) => (kind === 'deposit' ? t`Deposit` : t`Withdrawal`),
      sortBy: ({ kind }) => kind,
    },
    {
      id: 'amount',
      head: t`Amount`,
      isNumber: true,
      width: 1.2,
      text: ({ amount }) => amount,
      cell: ({ amount, coin }) => coinText(amount, coin),
      sortBy: ({ amount }) => decimalOrder(amount),
    },
    {
      id: 'network',
      head: t`Network`,
      width: 0.8,
      text: ({ coin }) => coinNetwork(coin),
      sortBy: ({ coin }) => coin,
    },
    {
      id: 'status',
      head: t`State`,
      width: 0.9,
      text: ({ status }) => status,
      cell: stateOf,
      sortBy: ({ status }) => status,
    },
    {
      id: 'address',
      head: t`Other side`,
      width: 1.5,
      text: ({ address }) => address ?? '',
      cell: ({ address }) => (address ? <Code text={address} isShort /> : '—'),
    },
    {
      id: 'tx',
      head: t`Transaction`,
      width: 1.5,
      text: ({ txId }) => txId ?? '',
      cell: ({ txId }) => (txId ? <Code text={txId} isShort /> : '—'),
    },
  ]
  return (
    <PageGate query={query}>
      {() => (
        <DataGrid
          label={t`Payments`}
          fileName={`payments-${uid}`}
          columns={columns}
          rows={rows}
          rowId={({ kind, id }) => kind + id}
          empty={{ title: t`No payments`, detail: t`No money has come in or gone out.` }}
        />
      )}
    </PageGate>
  )
}
