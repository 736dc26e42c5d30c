import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { DownloadDataForm } from './DownloadDataForm.tsx'
import { securityQuery } from './security.queries.ts'

/** Everything held about the player, as a file, for whoever proves to be him. */
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
              {...{ email, asks }}
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
