import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, CircleUser, Gift, Plus, Wallet } from 'lucide-react'
import { GameSearchField } from '#features/games/GameSearchField.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { usePanel } from '#app/panels.ts'
import { PanelButton } from './PanelButton.tsx'
import styles from './shell.module.css'

/** Logo and back arrow on the left; wallet, balance and deposit on the right. Both lead home by replacing. */
export function TopBar({ hasBackArrow }: { hasBackArrow: boolean }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { open } = usePanel()
  const balance = decimal('0')
  return (
    <header className={styles.topBar}>
      <div className={styles.topBarInner}>
        {hasBackArrow ? (
          <Link to="/" replace className={iconButtonClass('plain')} aria-label={t`Back to the lobby`}>
            <ArrowLeft aria-hidden size={20} />
          </Link>
        ) : null}
        <Link to="/" replace className={styles.brand} aria-label={t`Koi, to the lobby`}>
          <Wordmark className={styles.brandMark} />
        </Link>
        <div className={styles.topBarSearch}>
          <GameSearchField />
        </div>
        <div className={styles.spacer} />
        <PanelButton panel="wallet" className={iconButtonClass()} aria-label={t`Connect a wallet`}>
          <Wallet aria-hidden size={20} />
        </PanelButton>
        <PanelButton
          panel="coins"
          className={styles.balance}
          aria-label={t`Balance ${balance} USDT, show coins`}
        >
          <CoinMark symbol="USDT" size={22} />
          <span className="num">{balance}</span>
          <ChevronDown aria-hidden size={16} />
        </PanelButton>
        <PanelButton panel="deposit" className={styles.deposit} aria-label={t`Deposit`}>
          <Plus aria-hidden size={20} />
          <span className={styles.wideOnly}>{t`Deposit`}</span>
        </PanelButton>
        <Link to="/gift" className={`${iconButtonClass()} ${styles.wideOnly}`} aria-label={t`Gift`}>
          <Gift aria-hidden size={20} />
        </Link>
        <button
          type="button"
          className={`${iconButtonClass()} ${styles.wideOnly}`}
          aria-label={t`Account`}
          onClick={() => open('account')}
        >
          <CircleUser aria-hidden size={20} />
        </button>
      </div>
    </header>
  )
}
