import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import type { Decision, WithdrawalDetail } from '#contract/operator/withdrawals.ts'
import { useStore } from '#lib/use-store.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { Code } from '#operator/parts/Code.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { session } from '#operator/session/session.ts'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast.ts'
import { useVote } from './use-vote.ts'

interface VoteDialogProps {
  withdrawal: WithdrawalDetail
  /** Undefined while the dialog is closed. */
  decision: Decision | undefined
  onClose: () => void
}

/** The passkey signs what is decided, so that nobody can change it afterwards. */
export function VoteDialog({ withdrawal, decision, onClose }: VoteDialogProps) {
  const { t } = useLingui()
  const { coin } = useConsoleFormat()
  const { entered } = useStore(session)
  const vote = useVote(withdrawal)
  const { votes, needed } = withdrawal
  const isApproval = useShownLast(decision) !== 'refuse'
  const run = async (why: string) => {
    if (decision === undefined) return
    const voted = await vote(decision, why)
    const own = voted.decisions.findLast(({ by }) => by === entered?.operator.name)
    if (own?.isTrusted === false) {
      toast({
        message: t`Your vote is kept, but does not count: the signer does not trust your passkey yet. Tell whoever keeps the signer.`,
        tone: 'danger',
        durationMs: 10_000,
      })
      return
    }
    const isEnough = !isApproval || voted.votes >= voted.needed
    toast({
      message: isEnough
        ? t`Your vote is kept. The signer checks it, and carries it out within a minute.`
        : t`Your vote is kept: ${ph({ votes: voted.votes })} of ${ph({ needed: voted.needed })}. Another operator must approve, too.`,
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
      run={run}
    >
      <Facts
        facts={[
          { term: t`Amount`, value: coin(withdrawal.amount, withdrawal.coin) },
          { term: t`Chain`, value: withdrawal.chain },
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
