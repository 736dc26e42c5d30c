import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LANGUAGES } from '#contract/languages.ts'
import { chooseLocale, LOCALES, type Locale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Heading } from '#ui/Heading.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { chooseLanguage } from './choose.actions.ts'

/** Each language in its own words; a choice takes effect at once. */
export function LanguagePage() {
  const { t } = useLingui()
  const locale = useLocale()
  const [wished, setWished] = useState<Locale>()
  const browsers = chooseLocale(null, navigator.languages)

  const choose = (next: Locale) => {
    setWished(next)
    chooseLanguage(next)
      .catch(() =>
        toast({ message: t`This language could not be loaded. Check your connection, then try again.` }),
      )
      .finally(() => setWished(undefined))
  }
  return (
    <div className="grid gap-4 px-4 w-full max-w-160 mx-auto">
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>Language</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>Changes at once and is saved on this device.</Trans>
        </Text>
      </div>
      <RadioList
        label={t`Language`}
        value={wished ?? locale}
        onChange={choose}
        options={LOCALES.map((value) => ({
          value,
          title: LANGUAGES[value],
          lang: value,
          description: value === browsers ? t`Your browser’s language` : undefined,
        }))}
      />
    </div>
  )
}
