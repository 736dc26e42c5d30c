import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { exportAccount } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { saveFile } from '#lib/save-file.ts'
import { useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { ProofFields } from './proof/ProofFields.tsx'
import { useProofForm } from './proof/use-proof-form.ts'

interface DownloadDataFormProps {
  email: string | null
  asks: Asks
  onCancel: () => void
  onSaved: () => void
}

/** Who the player is, before all of it is handed out. */
export function DownloadDataForm({ email, asks, onCancel, onSaved }: DownloadDataFormProps) {
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name: 'download-data',
    proof,
    onSubmit: async (given) => {
      const data = await proof.send(exportAccount, { body: {} }, given)
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'koi-account.json')
      onSaved()
    },
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" icon={<Download aria-hidden size={18} />} loading={isSubmitting}>
          <Trans>Save as a file</Trans>
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
