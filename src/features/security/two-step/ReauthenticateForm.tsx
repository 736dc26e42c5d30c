import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { Asks } from '#contract/proof.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof, type Proof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'

interface ReauthenticateFormProps {
  /** Names the form. */
  name: string
  email: string | null
  asks: Asks
  action: ReactNode
  isDangerous?: boolean
  onSubmit: (
    proof: Proof,
    given: { password?: string | undefined; code?: string | undefined },
  ) => Promise<unknown>
}

/** Who the player is once more, for what matters. */
export function ReauthenticateForm({
  name,
  email,
  asks,
  action,
  isDangerous,
  onSubmit,
}: ReauthenticateFormProps) {
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name,
    schema: v.object(proof.entries),
    defaultValues: NO_PROOF,
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded((given) => onSubmit(proof, given)),
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
