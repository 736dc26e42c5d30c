import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LANGUAGES } from '#contract/languages.ts'
import { BonusBanner } from '#features/promotions/BonusBanner.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { LANGUAGE_ENTRY, MENU_ENTRIES } from './menu-entries.ts'
import styles from './shell.module.css'

interface SideMenuContentProps {
  onOpenDeposit: () => void
  /** In the drawer an entry takes the place of the drawer's own history entry. */
  isDrawer?: boolean
}

/** Bonus banner and entries; in the drawer on phones, in the rail on wide screens. */
export function SideMenuContent({ onOpenDeposit, isDrawer = false }: SideMenuContentProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const LanguageIcon = LANGUAGE_ENTRY.icon
  return (
    <>
      <BonusBanner onOpen={onOpenDeposit} />
      <nav className={styles.menu}>
        {MENU_ENTRIES.map(({ label, icon: Icon, link }) => (
          <Link
            key={label.id}
            {...link}
            replace={isDrawer}
            // An open panel is in the search too, so an entry compares only what it names itself.
            activeOptions={{
              exact: link.search === undefined,
              includeSearch: link.search !== undefined,
              explicitUndefined: true,
            }}
            className={styles.menuEntry}
          >
            <Icon aria-hidden size={20} />
            {i18n._(label)}
          </Link>
        ))}
        <hr className={styles.menuDivider} />
        <Link {...LANGUAGE_ENTRY.link} replace={isDrawer} className={styles.menuEntry}>
          <LanguageIcon aria-hidden size={20} />
          <Trans>Language</Trans>
          <span className={styles.menuNote} lang={locale}>
            {LANGUAGES[locale]}
          </span>
        </Link>
      </nav>
    </>
  )
}
