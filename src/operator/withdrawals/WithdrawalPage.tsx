import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  getWithdrawalToReview,
  type Decision,
  type WithdrawalDetail,
} from '#contract/operator/withdrawals.ts'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'
import { Code } from '#operator/parts/Code.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { SimpleTable } from '#operator/parts/SimpleTable.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Evidence } from './Evidence.tsx'
import { useReviewReason } from './use-review-reason.ts'
import { VoteDialog } from './VoteDialog.tsx'
import { withdrawalTone } from './withdrawal-tone.ts'

export function WithdrawalPage() {
  const { t } = useLingui()
  const may = useMay()
  const statusName = useWithdrawalStatus()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const [decision, setDecision] = useState<Decision>()
  const query = useQuery(operatorQuery(getWithdrawalToReview, { params: { id } }))
  const { data } = query
  const canDecide = data?.status === 'review' && may('withdrawals.decide')
  return (
    <ConsolePage
      title={t`Withdrawal ${id}`}
      parent="/withdrawals"
      lead={data ? <Badge tone={withdrawalTone(data.status)}>{statusName(data.status)}</Badge> : undefined}
      actions={
        canDecide ? (
          <>
            <Button size="sm" variant="danger" onClick={() => setDecision('refuse')}>
              <Trans>Refuse</Trans>
            </Button>
            {data.isSealed ? (
              <Button size="sm" onClick={() => setDecision('approve')}>
                <Trans>Approve</Trans>
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <PageGate query={query}>
        {(withdrawal) => (
          <div className="grid grid-cols-1 xl:grid-cols-2 gap-4.5 items-start">
            <Request withdrawal={withdrawal} />
            <Evidence withdrawal={withdrawal} />
            <Decisions withdrawal={withdrawal} />
          </div>
        )}
      </PageGate>
      {data ? (
        <VoteDialog withdrawal={data} decision={decision} onClose={() => setDecision(undefined)} />
      ) : null}
    </ConsolePage>
  )
}

function Request({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { t } = useLingui()
  const { coin, usd } = useConsoleFormat()
  const reasonWords = useReviewReason()
  const { uid, txIds, votes, needed } = withdrawal
  return (
    <Panel title={t`Request`}>
      <Facts
        facts={[
          { term: t`Amount`, value: coin(withdrawal.amount, withdrawal.coin) },
          { term: t`In USD`, value: withdrawal.usd === null ? t`No price` : usd(withdrawal.usd) },
          { term: t`Fee`, value: coin(withdrawal.fee, withdrawal.coin) },
          { term: t`Chain`, value: withdrawal.chain },
          {
            term: t`Player`,
            value: <PageLink to={`/players/${uid}`} className={textLinkClass}>{`${uid}`}</PageLink>,
          },
          { term: t`Requested`, value: <Moment at={withdrawal.requestedAt} /> },
          {
            term: t`Why it is in review`,
            value: withdrawal.reason === null ? '—' : reasonWords(withdrawal.reason),
          },
          { term: t`Votes to approve`, value: t`${votes} of ${needed}` },
          { term: t`Seal of the request`, value: <SealState isSealed={withdrawal.isSealed} /> },
        ]}
      />
      {withdrawal.isSealed ? null : (
        <Note icon={<TriangleAlert aria-hidden size={16} />} tone="warning">
          <Trans>
            Votes cannot approve it. Look at what was changed, then refuse it here, or approve it on the
            signer’s machine.
          </Trans>
        </Note>
      )}
      <Facts facts={[{ term: t`To address`, value: <Code text={withdrawal.address} /> }]} />
      {txIds.length > 0 ? (
        <Facts
          facts={[
            {
              term: t`Transactions`,
              value: (
                <ul>
                  {txIds.map((txId) => (
                    <li key={txId}>
                      <Code text={txId} />
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      ) : null}
    </Panel>
  )
}

function SealState({ isSealed }: { isSealed: boolean }) {
  return isSealed ? (
    <Badge tone="jade">
      <Trans>Unchanged since the request</Trans>
    </Badge>
  ) : (
    <Badge tone="danger">
      <Trans>Broken: the row was changed</Trans>
    </Badge>
  )
}

function Decisions({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Votes`}>
      <SimpleTable
        label={t`Votes`}
        heads={[t`Operator`, t`Decision`, t`Time`, t`Reason`, t`Carried out`]}
        rows={withdrawal.decisions.map(({ by, decision, at, why, isDone, isTrusted }) => ({
          key: by + at,
          cells: [
            <bdi key="by">{by}</bdi>,
            decision === 'approve' ? t`Approve` : decision === 'refuse' ? t`Refuse` : decision,
            <Moment key="at" at={at} />,
            why,
            isDone ? t`Yes` : isTrusted ? t`Not yet` : t`No: the signer does not trust this passkey`,
          ],
        }))}
        empty={t`Nobody has voted yet.`}
      />
    </Panel>
  )
}
