import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LANGUAGES } from '#contract/languages.ts'
import { BonusBanner } from '#features/promotions/BonusBanner.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Divider } from '#ui/Divider.tsx'
import { shellClass } from '#ui/shell/shell-class.ts'
import { Text } from '#ui/Text.tsx'
import { LANGUAGE_ENTRY, MENU_ENTRIES } from './menu-entries.ts'

interface SideMenuContentProps {
  onOpenDeposit: () => void
  /** In the drawer, navigation replaces the drawer's own history entry. */
  isDrawer?: boolean
}

/** In a drawer on phones, in the rail on wide screens. */
export function SideMenuContent({ onOpenDeposit, isDrawer = false }: SideMenuContentProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const LanguageIcon = LANGUAGE_ENTRY.icon
  return (
    <>
      <Invitation>
        <BonusBanner onOpen={onOpenDeposit} />
      </Invitation>
      <nav className="pb-6">
        {MENU_ENTRIES.map(({ label, icon: Icon, link }) => (
          <Link
            key={label.id}
            {...link}
            replace={isDrawer}
            // An open panel is in the search too, so an entry compares only its own parameters.
            activeOptions={{
              exact: link.search === undefined,
              includeSearch: link.search !== undefined,
              explicitUndefined: true,
            }}
            className={shellClass.entry}
          >
            <Icon aria-hidden size={20} />
            <span>{i18n._(label)}</span>
          </Link>
        ))}
        <Divider className="mx-4.5 my-2" />
        <Link {...LANGUAGE_ENTRY.link} replace={isDrawer} className={`${shellClass.entry} flex-wrap`}>
          <LanguageIcon aria-hidden size={20} />
          <Trans>Language</Trans>
          <Text as="span" size={3} tone="subtle" className="ms-auto" lang={locale}>
            {LANGUAGES[locale]}
          </Text>
        </Link>
      </nav>
    </>
  )
}
