import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { removePasskey, type Passkey } from '#contract/account.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { securityQuery } from './security.queries.ts'
import { useCloseQuestion } from './use-close-question.ts'

/** Asks before a passkey goes. */
export function RemovePasskeySheet({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const id = useSearch({ strict: false, select: (search) => search.remove })
  const close = useCloseQuestion()
  const asked = passkeys.find((passkey) => passkey.id === id)
  // What was asked stays in sight while the sheet leaves.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const removal = useAction({
    run: (passkeyId: string) => api.call(removePasskey, { params: { id: passkeyId } }),
    onSuccess: (security) => {
      queryClient.setQueryData(securityQuery.queryKey, security)
      toast({ message: t`Passkey removed`, tone: 'success' })
      close()
    },
  })
  const name = shown?.name || t`Passkey`
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={t`Remove “${name}”?`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={close}>
            <Trans>Keep it</Trans>
          </Button>
          <Button variant="danger" loading={removal.isRunning} onClick={() => asked && removal.run(asked.id)}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <Text tone="muted">
          <Trans>
            It no longer logs you in. Delete it on your device too, or the device goes on offering it.
          </Trans>
        </Text>
        <FormError>{removal.error ? i18n._(errorMessageOf(removal.error)) : undefined}</FormError>
      </div>
    </Overlay>
  )
}
