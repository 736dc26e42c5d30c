import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Settings } from 'lucide-react'
import { LOCALE_NAMES } from '#i18n/locales.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { Card } from '#ui/Card.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'

interface ProfilePageProps {
  /** Name of the chosen theme. */
  theme: string
  favouriteCount: number
  recentCount: number
}

/** A visitor's profile: what this device keeps. */
export function ProfilePage({ theme, favouriteCount, recentCount }: ProfilePageProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { integer } = useFormat()
  return (
    <div className="grid gap-5 px-4 max-w-160">
      <Card tone="pond" padding="lg" className="flex items-center gap-4">
        <KoiLogo size={48} />
        <div className="min-w-0">
          <Heading level={1} size="title">
            <Trans>Visitor</Trans>
          </Heading>
          <Text size={3} tone="muted">
            <Trans>This release has no accounts. What you choose stays on this device.</Trans>
          </Text>
        </div>
      </Card>
      <section className="grid gap-2.5">
        <Heading level={2}>
          <Trans>Kept on this device</Trans>
        </Heading>
        <DefinitionList
          facts={[
            { term: t`Language`, value: <span lang={locale}>{LOCALE_NAMES[locale]}</span> },
            { term: t`Theme`, value: theme },
            { term: t`Favourite games`, value: integer(favouriteCount) },
            { term: t`Recently opened`, value: integer(recentCount) },
          ]}
        />
        <Text size={3} tone="muted">
          <Trans>None of it is sent anywhere.</Trans>
        </Text>
      </section>
      <Link to="/settings" className={listRowClass()}>
        <ListRowContent
          icon={<Settings aria-hidden size={21} />}
          title={<Trans>Settings</Trans>}
          subtitle={<Trans>Change or clear what is kept</Trans>}
          trailing={<ChevronRight aria-hidden size={18} />}
        />
      </Link>
    </div>
  )
}
