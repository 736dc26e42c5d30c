import { Plural, Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exportAccount, exportMore } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { saveFile } from '#ui/save-file.ts'
import { api } from '#session/api.ts'
import { useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { collectData } from './collect-data.ts'
import { ProofFields } from './proof/ProofFields.tsx'
import { useProofForm } from './proof/use-proof-form.ts'

interface DownloadDataFormProps {
  email: string | null
  asks: Asks
  onCancel: () => void
  onSaved: () => void
}

/** So few entries come at once: nobody needs to be told how many there are. */
const TOLD_FROM = 3_000

/** Who the player is, before all of it is handed out. */
export function DownloadDataForm({ email, asks, onCancel, onSaved }: DownloadDataFormProps) {
  const proof = useProof(asks)
  const [count, setCount] = useState(0)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name: 'download-data',
    proof,
    onSubmit: async (given) => {
      const { signal } = (leaving.current = new AbortController())
      const first = await proof.send(exportAccount, { body: {} }, given)
      if (signal.aborted) return false
      try {
        const file = await collectData({
          first,
          readMore: (list, after) => api.call(exportMore, { params: { list }, query: { after }, signal }),
          wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
          onCount: setCount,
        })
        saveFile(file, 'koi-account.json')
      } catch (error) {
        if (signal.aborted) return false
        throw error
      } finally {
        setCount(0)
      }
      onSaved()
      return true
    },
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      {count >= TOLD_FROM && (
        <Text size={3} tone="muted" num>
          <Plural value={count} one="# entry so far" other="# entries so far" />
        </Text>
      )}
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
