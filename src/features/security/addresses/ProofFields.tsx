import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { PasswordProof } from '#features/security/PasswordProof.tsx'
import { TextField } from '#ui/TextField.tsx'

interface ProofFieldsProps {
  asks: WithdrawalTerms['asks']
  email: string | null
  /** What the form gives for each of the two. */
  password: ComponentProps<typeof PasswordProof>['field']
  code: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Who the player is: the password, and a code where the account has a second step. */
export function ProofFields({ asks, email, password, code }: ProofFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <PasswordProof email={email} hasPassword={asks.password} field={password} />
      {asks.code ? (
        <TextField
          {...code}
          label={t`Code`}
          hint={t`From your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : null}
    </>
  )
}
