import type { ComponentProps } from 'react'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { PasswordProof } from '#features/security/PasswordProof.tsx'
import { SecondFactorField } from '#ui/SecondFactorField.tsx'

interface ProofFieldsProps {
  asks: WithdrawalTerms['asks']
  email: string | null
  /** What the form gives for each of the two. */
  password: ComponentProps<typeof PasswordProof>['field']
  code: ComponentProps<typeof SecondFactorField>
}

/** Who the player is: the password, and a code where the account has a second step. */
export function ProofFields({ asks, email, password, code }: ProofFieldsProps) {
  return (
    <>
      <PasswordProof email={email} hasPassword={asks.password} field={password} />
      {asks.code ? <SecondFactorField {...code} /> : null}
    </>
  )
}
