import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exportAccount, exportMore } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { api } from '#session/api.ts'
import { useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { collectData } from './collect-data.ts'
import { ProofFields } from './proof/ProofFields.tsx'
import { useProofForm } from './proof/use-proof-form.ts'
import { securityQuery } from './security.queries.ts'

/** Downloads the player's data as a file after a proof of identity. */
export function DownloadData() {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const query = useQuery({ ...securityQuery, enabled: isAsking })
  return (
    <section aria-labelledby="data" className="grid gap-2.5">
      <Heading level={2} id="data">
        <Trans>Your data</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>All data this server has about you, as JSON. Passwords and secrets are not included.</Trans>
      </Text>
      {isAsking ? (
        <AnswerGate query={query}>
          {({ email, asks }) => (
            <DownloadDataForm
              email={email}
              asks={asks}
              onCancel={() => setIsAsking(false)}
              onSaved={() => {
                setIsAsking(false)
                toast({ message: t`Your data is saved as a file`, tone: 'success' })
              }}
            />
          )}
        </AnswerGate>
      ) : (
        <div>
          <Button
            variant="secondary"
            icon={<Download aria-hidden size={18} />}
            onClick={() => setIsAsking(true)}
          >
            <Trans>Download my data</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

interface DownloadDataFormProps {
  email: string | null
  asks: Asks
  onCancel: () => void
  onSaved: () => void
}

/** Fewer entries load so quickly that no progress is shown. */
const TOLD_FROM = 3_000

function DownloadDataForm({ email, asks, onCancel, onSaved }: DownloadDataFormProps) {
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
