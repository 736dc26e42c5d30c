import type { ReactNode } from 'react'
import type { Asks } from '#contract/proof.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useProofForm } from '#features/security/proof/use-proof-form.ts'
import { useProof, type Proof, type ProofValues } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'

interface ReauthenticateFormProps {
  /** Name of the form. */
  name: string
  email: string | null
  asks: Asks
  action: ReactNode
  isDangerous?: boolean
  onSubmit: (proof: Proof, given: ProofValues) => Promise<unknown>
}

/** Asks for a proof of identity before an important change. */
export function ReauthenticateForm({
  name,
  email,
  asks,
  action,
  isDangerous,
  onSubmit,
}: ReauthenticateFormProps) {
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name,
    proof,
    onSubmit: (given) => onSubmit(proof, given),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} loading={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  )
}
