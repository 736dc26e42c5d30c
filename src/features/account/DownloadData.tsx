import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { exportAccount } from '#contract/account.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { api } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'

/** Everything held about the player, as a file. */
export function DownloadData() {
  const { t, i18n } = useLingui()
  const download = useAction({
    run: () => api.call(exportAccount),
    onSuccess: (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(file, 'koi-account.json')
      toast({ message: t`Your data is saved as a file`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return (
    <section aria-labelledby="data" className="grid gap-2.5">
      <Heading level={2} id="data">
        <Trans>Your data</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>All data this server has about you, as JSON. Passwords and secrets are not included.</Trans>
      </Text>
      <div>
        <Button
          variant="secondary"
          icon={<Download aria-hidden size={18} />}
          loading={download.isRunning}
          onClick={() => download.run()}
        >
          <Trans>Download my data</Trans>
        </Button>
      </div>
    </section>
  )
}
