import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Notifications } from '#contract/notifications.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { toast } from '#ui/toast.ts'
import { notificationsQuery } from './notifications.queries.ts'

/** The call answers with all settings; its input is shown meanwhile. */
export function useSettingsChange<Input>(run: (input: Input) => Promise<Notifications>) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  return useAction({
    run,
    onSuccess: (settings) => void queryClient.setQueryData(notificationsQuery.queryKey, settings),
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
}
