import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { changeProfile, type Profile } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { isLocale, LOCALES } from '#contract/localized.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { Heading } from '#ui/Heading.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.ts'
import { profileQuery } from './profile.queries.ts'

/** Language of mails, and whether news come with them; each takes effect at once. */
export function MailSettings({ locale, wantsNews }: Pick<Profile, 'locale' | 'wantsNews'>) {
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
  const wished = change.input ?? {}
  return (
    <section aria-labelledby="mails" className="grid gap-2.5">
      <Heading level={2} id="mails">
        <Trans>Mails</Trans>
      </Heading>
      <SelectField
        label={t`Language of mails`}
        value={wished.locale ?? locale}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={({ target }) => {
          if (isLocale(target.value)) change.run({ locale: target.value })
        }}
      />
      <Switch
        label={t`News and offers`}
        description={t`Mails about security always come`}
        checked={wished.wantsNews ?? wantsNews}
        onChange={(next) => change.run({ wantsNews: next })}
      />
    </section>
  )
}
