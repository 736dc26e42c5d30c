import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, ChevronRight, HeartHandshake, Languages, Scale, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { API_BASE } from '#contract/api-base.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useStore } from '#lib/use-store.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { LabsLinks } from './LabsLinks.tsx'
import { StorageControls } from './StorageControls.tsx'
import { THEME_CHOICES, THEME_NAMES } from './theme-names.ts'
import { chooseTheme } from './choose.actions.ts'
import { themeChoice } from './theme.state.ts'

// Set by scripts/build.mjs; undefined in unit tests.
declare const __KOI_VERSION__: string | undefined

/** Version of this page, for example `0.1.0+1f3c9a20`. The server's may be newer. */
const VERSION = typeof __KOI_VERSION__ === 'string' ? __KOI_VERSION__ : '0.0.0-dev'

interface SettingsPageProps {
  install: ReactNode
  storageFacts: ReactNode
  /** Settings that only exist in practice mode. */
  practice: ReactNode
  /** Clears the data on this device, except language and theme. */
  onClearSaved: () => void
}

/** Each section has an anchor (`/settings#storage`). */
export function SettingsPage({ install, storageFacts, practice, onClearSaved }: SettingsPageProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const isPractice = useIsPractice()
  return (
    <div className="grid gap-6 px-4">
      <Heading level={1} size="title">
        <Trans>Settings</Trans>
      </Heading>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-6">
          <SettingsSection id="account" title={t`Account`}>
            <Link to="/security" className={listRowClass()}>
              <ListRowContent
                icon={<ShieldCheck aria-hidden size={21} />}
                title={<Trans>Security</Trans>}
                subtitle={<Trans>Password, two-step login, passkeys and devices</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
            <Link to="/messages/notifications" className={listRowClass()}>
              <ListRowContent
                icon={<BellRing aria-hidden size={21} />}
                title={<Trans>Notifications</Trans>}
                subtitle={<Trans>What you are told of, where and when</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
            <Link to="/responsible-play" className={listRowClass()}>
              <ListRowContent
                icon={<HeartHandshake aria-hidden size={21} />}
                title={<Trans>Responsible play</Trans>}
                subtitle={<Trans>Limits, reminders, breaks, and where to get help</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
          </SettingsSection>
          <SettingsSection id="language" title={t`Language`}>
            <Link to="/language" className={listRowClass()}>
              <ListRowContent
                icon={<Languages aria-hidden size={21} />}
                title={<span lang={locale}>{LANGUAGES[locale]}</span>}
                subtitle={<Trans>Change the language</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
          </SettingsSection>
          <SettingsSection id="theme" title={t`Theme`}>
            <ThemeChooser />
          </SettingsSection>
          <SettingsSection id="install" title={t`Install`}>
            {install}
          </SettingsSection>
          <SettingsSection id="storage" title={t`Storage`}>
            <StorageControls facts={storageFacts} onClear={onClearSaved} />
          </SettingsSection>
        </div>
        <div className="grid gap-6">
          <SettingsSection id="about" title={t`About`}>
            <AboutFacts />
            <Link to="/transparency" className={listRowClass()}>
              <ListRowContent
                icon={<Scale aria-hidden size={21} />}
                title={<Trans>Transparency</Trans>}
                subtitle={<Trans>Money owed to players, and what each game has paid back</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
          </SettingsSection>
          <SettingsSection id="labs" title={t`Labs`}>
            <LabsLinks />
          </SettingsSection>
          {isPractice ? (
            <SettingsSection id="practice" title={t`Practice`}>
              {practice}
            </SettingsSection>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** Takes effect at once. */
function ThemeChooser() {
  const { t, i18n } = useLingui()
  const choice = useStore(themeChoice)
  return (
    <SegmentedControl
      label={t`Theme`}
      options={THEME_CHOICES.map((value) => ({ value, label: i18n._(THEME_NAMES[value]) }))}
      value={choice}
      onChange={chooseTheme}
    />
  )
}

interface SettingsSectionProps {
  /** Its anchor. */
  id: string
  title: string
  children: ReactNode
}

function SettingsSection({ id, title, children }: SettingsSectionProps) {
  const headingId = `${id}-heading`
  return (
    <section id={id} aria-labelledby={headingId} className="grid gap-2.5 scroll-mt-20">
      <Heading level={2} id={headingId}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

function AboutFacts() {
  const { t } = useLingui()
  const { data: config, isLoading } = useQuery(configQuery)
  const unknown = isLoading ? '…' : t`Unknown while offline`
  const mode = config && (config.mode === 'practice' ? t`Practice, no real money` : t`Live, with real money`)
  return (
    <>
      <DefinitionList
        facts={[
          { term: t`Version`, value: VERSION },
          { term: t`Mode`, value: mode ?? unknown },
          { term: t`Licence`, value: t`MIT` },
          {
            key: 'api',
            term: t`API description`,
            value: (
              <a href={`${API_BASE}/openapi.json`} className={textLinkClass}>
                {t`OpenAPI`}
              </a>
            ),
          },
        ]}
      />
      <Text size={3} tone="muted">
        <Trans>Animations stop when your system is set to reduce motion.</Trans>
      </Text>
    </>
  )
}
