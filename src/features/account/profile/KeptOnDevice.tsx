import { Trans, useLingui } from '@lingui/react/macro'
import { LANGUAGES } from '#contract/languages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

interface KeptOnDeviceProps {
  /** Name of the chosen theme. */
  theme: string
  favouriteCount: number
  recentCount: number
}

/** What this device keeps, whoever is logged in. */
export function KeptOnDevice({ theme, favouriteCount, recentCount }: KeptOnDeviceProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { integer } = useFormat()
  return (
    <section aria-labelledby="kept" className="grid gap-2.5">
      <Heading level={2} id="kept">
        <Trans>Kept on this device</Trans>
      </Heading>
      <DefinitionList
        facts={[
          { term: t`Language`, value: <span lang={locale}>{LANGUAGES[locale]}</span> },
          { term: t`Theme`, value: theme },
          { term: t`Favourite games`, value: integer(favouriteCount) },
          { term: t`Recently opened`, value: integer(recentCount) },
        ]}
      />
      <Text size={3} tone="muted">
        <Trans>
          Koi does not send it anywhere. This browser also keeps a random key. It tells our server that you
          used this browser before, when you log in or ask for a code.
        </Trans>
      </Text>
    </section>
  )
}
