import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/account.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { isLocale, LOCALES } from '#contract/localized.ts'
import { Heading } from '#ui/Heading.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useProfileChange } from './use-profile-change.ts'

/** Language of mails, and whether news come with them; each takes effect at once. */
export function MailSettings({ locale, wantsNews }: Pick<Profile, 'locale' | 'wantsNews'>) {
  const { t } = useLingui()
  const { change, wished } = useProfileChange()
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
          if (isLocale(target.value)) change({ locale: target.value })
        }}
      />
      <Switch
        label={t`News and offers`}
        description={t`Mails about security always come`}
        checked={wished.wantsNews ?? wantsNews}
        onChange={(next) => change({ wantsNews: next })}
      />
    </section>
  )
}
