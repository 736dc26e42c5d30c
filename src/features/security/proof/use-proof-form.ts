import * as v from 'valibot'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, type Proof, type ProofValues } from '#session/use-proof.ts'

interface ProofFormOptions {
  /** Name of the form. */
  name: string
  proof: Proof
  onSubmit: (given: ProofValues) => Promise<unknown>
}

/** A form with no other fields than `ProofFields`. */
export function useProofForm({ name, proof, onSubmit }: ProofFormOptions) {
  return useDraftForm({
    name,
    schema: v.object(proof.entries),
    defaultValues: NO_PROOF,
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(onSubmit),
  })
}
