import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useMatches } from '@tanstack/react-router'
import { CircleUser, Gift, Menu, Users } from 'lucide-react'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { shellClass } from '#ui/shell/shell-class.ts'
import { PanelButton } from './PanelButton.tsx'

export function TabBar() {
  const { t } = useLingui()
  const tab = useMatches({ select: (matches) => matches.at(-1)?.staticData.tab })
  return (
    <nav className={shellClass.tabBar} aria-label={t`Main`}>
      <PanelButton panel="menu" className={shellClass.tab}>
        <Menu aria-hidden size={22} />
        <Trans>Menu</Trans>
      </PanelButton>
      <Link to="/gift" className={shellClass.tab} data-current={tab === 'gift' || undefined}>
        <Gift aria-hidden size={22} />
        <Trans>Gift</Trans>
      </Link>
      <Link
        to="/"
        className={shellClass.tab}
        data-current={tab === 'home' || undefined}
        aria-label={t`Lobby`}
      >
        <span className={shellClass.tabHome}>
          <KoiLogo size={32} />
        </span>
      </Link>
      <Link to="/promotion" className={shellClass.tab} data-current={tab === 'promotion' || undefined}>
        <Users aria-hidden size={22} />
        <Trans>Refer</Trans>
      </Link>
      <PanelButton panel="account" className={shellClass.tab} data-current={tab === 'accout' || undefined}>
        <CircleUser aria-hidden size={22} />
        <Trans>Account</Trans>
      </PanelButton>
    </nav>
  )
}
