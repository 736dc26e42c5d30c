import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { History, Image, LogOut, Mail, PlugZap, ShieldCheck, User, Users } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { buttonClass } from '#ui/button-class.ts'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import type { PanelProps } from './panel-components.ts'
import styles from './shell.module.css'

/** Number shown where a signed-in player's own would stand. */
const VISITOR_NUMBER = '000000'

/** The account menu as a drawer from the right. Tiles without a capability behind them are not active. */
export function AccountMenu({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const { t } = useLingui()
  const { percentExact } = useFormat()
  const progress = percentExact(0)
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="right"
      title={t`Profile info`}
      footer={
        <Link to="/logout" replace className={buttonClass({ variant: 'secondary', block: true })}>
          <LogOut aria-hidden size={18} />
          <Trans>Logout</Trans>
        </Link>
      }
    >
      <div className={styles.profile}>
        <span className={styles.avatar}>
          <KoiLogo size={34} />
        </span>
        <div>
          <p className={styles.profileName}>
            <Trans>Visitor</Trans>
          </p>
          <p className={`num ${styles.profileNumber}`}>{VISITOR_NUMBER}</p>
        </div>
      </div>
      <div className={styles.level}>
        <span>LV.1</span>
        <span>{progress}</span>
        <span>LV.2</span>
      </div>
      <ProgressBar label={t`Progress to level 2`} value={0} max={100} />
      <ul className={styles.tiles}>
        <InactiveTile icon={<Mail aria-hidden size={22} />} label={t`Messages`} />
        <li>
          <Link to="/profile" replace className={styles.accountTile}>
            <User aria-hidden size={22} />
            <Trans>Profile</Trans>
          </Link>
        </li>
        <li>
          <button type="button" className={styles.accountTile} data-hot onClick={() => onOpenPanel('wallet')}>
            <PlugZap aria-hidden size={22} />
            <Trans>Connect</Trans>
          </button>
        </li>
        <InactiveTile icon={<Image aria-hidden size={22} />} label={t`My NFTs`} />
        <li>
          <Link to="/history" replace className={styles.accountTile}>
            <History aria-hidden size={22} />
            <Trans>History</Trans>
          </Link>
        </li>
        <InactiveTile icon={<ShieldCheck aria-hidden size={22} />} label={t`Security`} />
        <li>
          <Link to="/promotion" search={{ tab: 'referral' }} replace className={styles.accountTile}>
            <Users aria-hidden size={22} />
            <Trans>Referral</Trans>
          </Link>
        </li>
      </ul>
      <p className={styles.tilesNote}>
        <Trans>Greyed tiles need an account, which this release does not have.</Trans>
      </p>
    </Overlay>
  )
}

function InactiveTile({ icon, label }: { icon: React.ReactNode; label: string }) {
  return (
    <li>
      <span className={styles.accountTile} aria-disabled="true" role="link">
        {icon}
        {label}
      </span>
    </li>
  )
}
