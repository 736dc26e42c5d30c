import { useLingui } from '@lingui/react/macro'
import { listAllWithdrawals, type WithdrawalRow } from '#contract/operator/withdrawals.ts'
import { WITHDRAWAL_STATUSES } from '#contract/withdrawals.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { FilterSelect } from '#operator/parts/FilterSelect.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { useOpen, useSearch } from '#operator/parts/use-address.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { consoleClass } from '#ui/console/console-class.ts'
import { useReviewReason } from './use-review-reason.ts'
import { withdrawalTone } from './withdrawal-tone.ts'

/** In the address; without one the queue that waits for a decision is shown. */
const ALL = 'all'

export function WithdrawalsPage() {
  const { t } = useLingui()
  const open = useOpen()
  const statusName = useWithdrawalStatus()
  const [address, change] = useSearch()
  const chosen = address['status'] ?? 'review'
  const status = WITHDRAWAL_STATUSES.find((each) => each === chosen)
  const { query, rows } = usePageRows(
    listAllWithdrawals,
    { query: { ...(status && { status }) } },
    ({ withdrawals }) => withdrawals,
  )
  const columns = useColumns()
  const isQueue = status === 'review'
  return (
    <ConsolePage
      title={t`Withdrawals`}
      lead={isQueue ? t`These wait for a decision, the oldest first.` : t`The newest first.`}
    >
      <PageGate query={query}>
        {() => (
          <DataGrid
            label={t`Withdrawals`}
            fileName="withdrawals"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            onOpen={({ id }) => open(`/withdrawals/${id}`)}
            filters={
              <FilterSelect
                label={t`State`}
                value={status ?? ALL}
                options={[
                  { value: 'review', label: statusName('review') },
                  { value: ALL, label: t`All states` },
                  ...WITHDRAWAL_STATUSES.filter((each) => each !== 'review').map((value) => ({
                    value,
                    label: statusName(value),
                  })),
                ]}
                onChange={(value) => change({ status: value === 'review' ? undefined : value })}
              />
            }
            empty={
              isQueue
                ? { title: t`Nothing to review`, detail: t`Withdrawals that need a decision appear here.` }
                : { title: t`No withdrawals`, detail: t`None has this state.` }
            }
          />
        )}
      </PageGate>
    </ConsolePage>
  )
}

function useColumns(): readonly GridColumn<WithdrawalRow>[] {
  const { t } = useLingui()
  const { coin: coinText, usd: usdText } = useConsoleFormat()
  const statusName = useWithdrawalStatus()
  const reasonWords = useReviewReason()
  return [
    {
      id: 'id',
      head: t`Withdrawal`,
      width: 0.8,
      text: ({ id }) => id,
      cell: ({ id }) => <PageLink to={`/withdrawals/${id}`} tabIndex={-1}>{`#${id}`}</PageLink>,
      sortBy: ({ id }) => BigInt(id),
    },
    {
      id: 'requested',
      head: t`Requested`,
      width: 1.25,
      text: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => <Moment at={requestedAt} />,
      sortBy: ({ requestedAt }) => requestedAt,
    },
    {
      id: 'uid',
      head: t`Player`,
      width: 0.7,
      text: ({ uid }) => `${uid}`,
      cell: ({ uid }) => <PageLink to={`/players/${uid}`} tabIndex={-1}>{`${uid}`}</PageLink>,
      sortBy: ({ uid }) => uid,
    },
    {
      id: 'amount',
      head: t`Amount`,
      width: 1.3,
      isNumber: true,
      text: ({ amount }) => amount,
      cell: ({ amount, coin }) => coinText(amount, coin),
      sortBy: ({ amount }) => decimalOrder(amount),
    },
    {
      id: 'usd',
      head: t`In USD`,
      isNumber: true,
      text: ({ usd }) => usd ?? '',
      cell: ({ usd }) => (usd === null ? '—' : usdText(usd)),
      sortBy: ({ usd }) => decimalOrder(usd),
    },
    {
      id: 'chain',
      head: t`Chain`,
      width: 0.8,
      text: ({ chain }) => chain,
      sortBy: ({ chain }) => chain,
    },
    {
      id: 'status',
      head: t`State`,
      width: 1.1,
      text: ({ status }) => status,
      cell: ({ status }) => <Badge tone={withdrawalTone(status)}>{statusName(status)}</Badge>,
      sortBy: ({ status }) => status,
    },
    {
      id: 'reason',
      head: t`Reason`,
      width: 1.5,
      text: ({ reason }) => reason ?? '',
      cell: ({ reason }) =>
        reason === null ? <span className={consoleClass.subtle}>{'—'}</span> : reasonWords(reason),
      sortBy: ({ reason }) => reason,
    },
    {
      id: 'votes',
      head: t`Votes`,
      width: 0.6,
      isNumber: true,
      text: ({ votes, needed }) => `${votes}/${needed}`,
      cell: ({ votes, needed }) => t`${votes} of ${needed}`,
    },
  ]
}
