import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Proof, ProofValues } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { ProofFields } from './proof/ProofFields.tsx'
import { useProofForm } from './proof/use-proof-form.ts'

interface RemovalFormProps {
  /** Name of the form. */
  name: string
  proof: Proof
  email: string | null
  action: ReactNode
  onKeep: () => void
  onSubmit: (given: ProofValues) => Promise<unknown>
  children: ReactNode
}

/** Asks for a proof before a way to log in is removed; `children` explain the consequences. */
export function RemovalForm({ name, proof, email, action, onKeep, onSubmit, children }: RemovalFormProps) {
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name,
    proof,
    onSubmit,
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      {children}
      <ProofFields proof={proof} email={email} field={field} isRemoval />
      <FormError>{failure}</FormError>
      <div className="grid grid-cols-2 gap-2.5">
        <Button variant="secondary" onClick={onKeep}>
          <Trans>Keep it</Trans>
        </Button>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  )
}
