import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

interface SettleDebtProps {
  open: boolean
  onClose: () => void
}

export function SettleDebt({ open, onClose }: SettleDebtProps) {
  const { t } = useLingui()
  const act = useAct()
  const [debt, setDebt] = useState('')
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={t`Settle a debt`}
      confirm={t`Settle it`}
      run={async (why) => {
        const rows = await act({ action: 'debt settle', words: [debt.trim()], options: {} }, why)
        if (rows) toast({ message: t`The debt is settled`, tone: 'success' })
      }}
    >
      <p>
        <Trans>The provider has paid for a win that it took back. Withdrawals of the player go on.</Trans>
      </p>
      <TextField
        label={t`Debt`}
        hint={t`Provider and call, as the invoice names them, such as hub/4711`}
        autoComplete="off"
        spellCheck={false}
        value={debt}
        onChange={({ target }) => setDebt(target.value)}
      />
    </ActionDialog>
  )
}
