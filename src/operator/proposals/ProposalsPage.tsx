import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { decideProposal, listProposals, PROPOSAL_DAYS, type Proposal } from '#contract/operator/actions.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { ResultDialog } from '#operator/parts/ResultDialog.tsx'
import { useActDialog } from '#operator/parts/use-act-dialog.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { api } from '#operator/session/api.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { toast } from '#ui/toast.ts'
import { ProposalFacts } from './ProposalFacts.tsx'

interface Asked {
  readonly proposal: Proposal
  readonly isAgreed: boolean
}

export function ProposalsPage() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const query = useQuery(operatorQuery(listProposals))
  const { asked, ask, close, rows, tell, closeRows } = useActDialog<Asked>()
  const shown = useShownLast(asked)
  const columns = useColumns(ask)
  const decide = async (why: string) => {
    if (!asked) return
    const { proposal, isAgreed } = asked
    const done = await api.call(decideProposal, { params: { id: proposal.id }, body: { isAgreed, why } })
    void queries.invalidateQueries()
    if (done.state === 'failed') toast({ message: t`It could not be carried out. Nothing was changed.` })
    else if (done.state === 'rejected') toast({ message: t`The proposal is rejected.`, tone: 'info' })
    else tell(done.rows)
  }
  return (
    <ConsolePage
      title={t`Proposals`}
      lead={t`What gives away much money needs two operators. The second decides here, within ${PROPOSAL_DAYS} days.`}
    >
      <PageGate query={query}>
        {(proposals) => (
          <DataGrid
            label={t`Proposals`}
            fileName="proposals"
            columns={columns}
            rows={{ rows: proposals }}
            rowId={({ id }) => id}
            empty={{
              title: t`No proposals`,
              detail: t`An action above the amount for four eyes appears here.`,
            }}
          />
        )}
      </PageGate>
      <ActionDialog
        open={asked !== undefined}
        onClose={close}
        title={shown?.isAgreed === false ? t`Reject the proposal` : t`Agree to the proposal`}
        confirm={shown?.isAgreed === false ? t`Reject` : t`Agree and do it`}
        isDangerous={shown?.isAgreed === false}
        run={decide}
      >
        {shown ? <ProposalFacts proposal={shown.proposal} /> : null}
      </ActionDialog>
      <ResultDialog rows={rows} onClose={closeRows} />
    </ConsolePage>
  )
}

const TONE: Record<Proposal['state'], BadgeTone> = {
  open: 'gold',
  done: 'jade',
  rejected: 'neutral',
  failed: 'danger',
  expired: 'neutral',
}

function useColumns(ask: (asked: Asked) => void): readonly GridColumn<Proposal>[] {
  const { t } = useLingui()
  const { usd } = useConsoleFormat()
  const mayDecide = useMay()('proposals.decide')

  const stateNames: Record<Proposal['state'], string> = {
    open: t`Waiting`,
    done: t`Done`,
    rejected: t`Rejected`,
    failed: t`Failed`,
    expired: t`Expired`,
  }
  const columns: GridColumn<Proposal>[] = [
    {
      id: 'action',
      head: t`Action`,
      width: 1.1,
      text: ({ action }) => action,
      sortBy: ({ action }) => action,
    },
    {
      id: 'state',
      head: t`State`,
      width: 0.8,
      text: ({ state }) => state,
      cell: ({ state }) => <Badge tone={TONE[state]}>{stateNames[state]}</Badge>,
      sortBy: ({ state }) => state,
    },
    {
      id: 'usd',
      head: t`In USD`,
      isNumber: true,
      text: ({ usd: worth }) => worth ?? '',
      cell: ({ usd: worth }) => (worth === null ? '—' : usd(worth)),
      sortBy: ({ usd: worth }) => decimalOrder(worth),
    },
    { id: 'by', head: t`Proposed by`, text: ({ by }) => by, sortBy: ({ by }) => by },
    {
      id: 'at',
      head: t`Time`,
      width: 1.25,
      text: ({ at }) => at,
      cell: ({ at }) => <Moment at={at} />,
      sortBy: ({ at }) => at,
    },
    { id: 'why', head: t`Reason`, width: 1.7, text: ({ why }) => why },
    {
      id: 'decided',
      head: t`Decided by`,
      text: ({ decidedBy }) => decidedBy ?? '',
      cell: ({ decidedBy }) => decidedBy ?? '—',
    },
  ]
  if (!mayDecide) return columns
  return [
    ...columns,
    {
      id: 'decide',
      head: t`Decision`,
      width: 1.4,
      isNumber: true,
      text: () => '',
      cell: (proposal) =>
        proposal.state !== 'open' ? null : proposal.isOwn ? (
          <Trans>Your own: another decides</Trans>
        ) : (
          <span className="inline-flex flex-wrap justify-end gap-1">
            <RowButton onClick={() => ask({ proposal, isAgreed: true })}>
              <Trans>Agree</Trans>
            </RowButton>
            <RowButton onClick={() => ask({ proposal, isAgreed: false })}>
              <Trans>Reject</Trans>
            </RowButton>
          </span>
        ),
    },
  ]
}
