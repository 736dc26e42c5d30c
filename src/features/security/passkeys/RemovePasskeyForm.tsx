import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removePasskey, type Passkey, type Security } from '#contract/account.ts'
import { PROOF_WAIT_HOURS } from '#contract/proof.ts'
import { RemovalForm } from '#features/security/RemovalForm.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { useProof } from '#session/use-proof.ts'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'

interface RemovePasskeyFormProps {
  passkey: Passkey
  security: Pick<Security, 'email' | 'asks'>
  onClose: () => void
}

/** Removes a passkey that is shown, or one that is lost, which has its price. */
export function RemovePasskeyForm({ passkey, security, onClose }: RemovePasskeyFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { email, asks } = security
  const [isLost, setIsLost] = useState(false)
  const proof = useProof(asks, { isLost })
  const hours = PROOF_WAIT_HOURS
  return (
    <RemovalForm
      name="remove-passkey"
      proof={proof}
      email={email}
      action={<Trans>Remove</Trans>}
      onKeep={onClose}
      onSubmit={async (given) => {
        const body = isLost && !asks.code ? { isLost } : {}
        const next = await proof.send(removePasskey, { params: { id: passkey.id }, body }, given)
        queryClient.setQueryData(securityQuery.queryKey, next)
        toast({ message: t`Passkey removed`, tone: 'success' })
        onClose()
      }}
    >
      <Text tone="muted">
        <Trans>
          You can no longer log in with it. Delete it on your device too, or the device will still suggest it.
        </Trans>
      </Text>
      {asks.code ? null : (
        <CheckboxField
          name="isLost"
          checked={isLost}
          onChange={(event) => setIsLost(event.currentTarget.checked)}
          label={t`I cannot use any of my passkeys`}
          hint={t`Then, for ${hours} hours, you cannot withdraw or change how you log in. This protects you if somebody else does this.`}
        />
      )}
    </RemovalForm>
  )
}
