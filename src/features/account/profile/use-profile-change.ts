import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { changeProfile } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { toast } from '#ui/toast.ts'
import { profileQuery } from './profile.queries.ts'

/** Changes the profile optimistically: shows the new value while the request runs. */
export function useProfileChange() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const change = useAction({
    run: (body: BodyOf<typeof changeProfile>) => api.call(changeProfile, { body }),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      toast({ message: t`Saved`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return { change: change.run, wished: change.input ?? {} }
}
