import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { endOtherSessions } from '#contract/account.ts'
import { sessionsQuery } from '#features/security/security.queries.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { toast } from '#ui/toast.ts'

/** Asks before every other device is logged out. */
export function EndSessionsSheet() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const isOpen = useSearch({ strict: false, select: (search) => search.confirm === 'all' })
  const close = useCloseQuestion()
  const ending = useAction({
    run: () => api.call(endOtherSessions),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsQuery.queryKey, left)
      toast({ message: t`Every other device is logged out`, tone: 'success' })
      close()
    },
  })
  return (
    <Overlay
      open={isOpen}
      onClose={close}
      placement="bottom"
      title={t`Log out all other devices?`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={close}>
            <Trans>Keep them</Trans>
          </Button>
          <Button variant="danger" loading={ending.isRunning} onClick={() => ending.run()}>
            <Trans>Log out all</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <Text tone="muted">
          <Trans>This device stays logged in. The others ask for a log-in when they are next used.</Trans>
        </Text>
        <FormError>{ending.error ? i18n._(errorMessageOf(ending.error)) : undefined}</FormError>
      </div>
    </Overlay>
  )
}
