import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { LANGUAGES } from '#contract/languages.ts'
import { SessionEnded } from '#features/account/SessionEnded.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useStore } from '#lib/use-store.ts'
import { sessionRefused } from '#session/session-refused.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { Text } from '#ui/Text.tsx'
import { PlayerProfile } from './PlayerProfile.tsx'

interface ProfilePageProps {
  download: ReactNode
  /** Name of the chosen theme. */
  theme: string
  favouriteCount: number
  recentCount: number
}

/** The player's account data and the data on this device; visitors see only the latter. */
export function ProfilePage({ download, ...kept }: ProfilePageProps) {
  const isVisitor = useAccountStatus() === 'signed-out'
  const isRefused = useStore(sessionRefused)
  return (
    <div className="grid grid-cols-1 gap-6 px-4 w-full max-w-160 mx-auto">
      {!isVisitor ? (
        <PlayerProfile download={download} />
      ) : isRefused ? (
        <SessionEnded from="/profile" level={1} />
      ) : (
        <VisitorCard />
      )}
      <KeptOnDevice {...kept} />
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

interface KeptOnDeviceProps {
  /** Name of the chosen theme. */
  theme: string
  favouriteCount: number
  recentCount: number
}

/** Data on this device, independent of the account. */
function KeptOnDevice({ theme, favouriteCount, recentCount }: KeptOnDeviceProps) {
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

function VisitorCard() {
  return (
    <Card tone="pond" padding="lg" className="grid gap-4">
      <div className="flex items-center gap-4">
        <KoiLogo size={48} />
        <div className="min-w-0">
          <Heading level={1} size="title">
            <Trans>Visitor</Trans>
          </Heading>
          <Text size={3} tone="muted">
            <Trans>You are not logged in. What you choose stays on this device.</Trans>
          </Text>
        </div>
      </div>
      <div>
        <Link to="/accout" search={{ from: '/profile' }} className={buttonClass({ size: 'sm' })}>
          <Trans>Log in</Trans>
        </Link>
      </div>
    </Card>
  )
}
