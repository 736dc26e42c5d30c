import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import type { ProofSlot } from '#features/withdraw/proof-slot.ts'
import { useAwayNotice } from './use-away-notice.ts'
import { followWithdrawals } from '#features/withdraw/progress/follow-withdrawals.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import type { WithdrawalDraft } from '#features/withdraw/withdraw-form.ts'

interface ConfirmSheetProps {
  terms: WithdrawalTerms
  /** The form's values; without them there is nothing to confirm. */
  draft: WithdrawalDraft | undefined
  Proof: ProofSlot
  /** Called if a field of the form is invalid. */
  onRefused: (field: 'amount' | 'address', code: string) => void
  onDone: () => void
}

/** The last confirmation before money leaves. */
export function ConfirmSheet({ terms, draft, Proof, onRefused, onDone }: ConfirmSheetProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { withCoin } = usePlaces()
  const { tellRequested } = useAwayNotice()
  const { step, open, close, drop } = useWithdrawSheet()
  const asked = step === 'confirm' ? draft : undefined
  // After a reload or a log-in the address still has the step: remove it, or going back later would ask again for a
  // finished withdrawal.
  const isLeftOver = step === 'confirm' && draft === undefined
  useEffect(() => {
    if (isLeftOver) drop()
  }, [isLeftOver, drop])
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={t`Check and confirm`}
      header={<OverlayTitle title={t`Check and confirm`} isPractice={terms.isPractice} />}
    >
      {shown ? (
        <ConfirmForm
          key={`${shown.amount} ${shown.address}`}
          terms={terms}
          draft={shown}
          Proof={Proof}
          onRefused={(field, code) => {
            close()
            onRefused(field, code)
          }}
          onDone={(id) => {
            onDone()
            followWithdrawals(queryClient)
            if (!tellRequested(withCoin(shown.amount, terms.coin))) open({ id }, { replace: true })
          }}
        />
      ) : null}
    </Overlay>
  )
}
