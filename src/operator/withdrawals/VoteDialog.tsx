import { Trans, useLingui } from '@lingui/react/macro'
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import {
  beginWithdrawalVote,
  getWithdrawalToReview,
  listAllWithdrawals,
  voteOnWithdrawal,
  type Decision,
  type WithdrawalDetail,
} from '#contract/operator/withdrawals.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { Code } from '#operator/parts/Code.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { api } from '#operator/session/api.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast.ts'

interface VoteDialogProps {
  withdrawal: WithdrawalDetail
  /** Undefined while the dialog is closed. */
  decision: Decision | undefined
  onClose: () => void
}

/** The passkey signs what is decided, so that nobody can change it afterwards. */
export function VoteDialog({ withdrawal, decision, onClose }: VoteDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { coin } = useConsoleFormat()
  const { id, votes, needed } = withdrawal
  const isApproval = useShownLast(decision) !== 'refuse'
  const vote = async (why: string) => {
    if (decision === undefined) return
    const options = await api.call(beginWithdrawalVote, { params: { id }, body: { decision } })
    const response = await startAuthentication({
      // The library on the server produces this type.
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    })
    const voted = await api.call(voteOnWithdrawal, {
      params: { id },
      body: { decision, why, response: { ...response } },
    })
    queries.setQueryData(operatorQuery(getWithdrawalToReview, { params: { id } }).queryKey, voted)
    void queries.invalidateQueries({ queryKey: [listAllWithdrawals.path] })
    const isEnough = !isApproval || voted.votes >= voted.needed
    toast({
      message: isEnough
        ? t`Your vote counts. The signer carries it out now.`
        : t`Your vote counts: ${voted.votes} of ${voted.needed}. Another operator must approve, too.`,
      tone: 'success',
    })
  }
  return (
    <ActionDialog
      open={decision !== undefined}
      onClose={onClose}
      title={isApproval ? t`Approve the withdrawal` : t`Refuse the withdrawal`}
      confirm={isApproval ? t`Approve with passkey` : t`Refuse with passkey`}
      isDangerous={!isApproval}
      run={vote}
    >
      <Facts
        facts={[
          { term: t`Amount`, value: coin(withdrawal.amount, withdrawal.coin) },
          { term: t`Votes so far`, value: t`${votes} of ${needed}` },
          { term: t`To address`, value: <Code text={withdrawal.address} /> },
        ]}
      />
      <p>
        {isApproval ? (
          <Trans>With enough votes the money is sent. Nobody can take that back.</Trans>
        ) : (
          <Trans>The money goes back to the balance of the player at once.</Trans>
        )}
      </p>
      <Note icon={<Fingerprint aria-hidden size={16} />}>
        <Trans>Your passkey signs withdrawal, address, amount and decision.</Trans>
      </Note>
    </ActionDialog>
  )
}
