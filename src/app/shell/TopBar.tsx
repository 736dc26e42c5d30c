import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, CircleUser, Gift, Plus, Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { knownAddress } from '#features/wallet/connection/known-address.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useAccountStatus, useUser } from '#session/use-user.ts'
import { UsdtMark } from '#ui/art/UsdtMark.tsx'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { shellClass } from '#ui/shell/shell-class.ts'
import { numberOf } from '#ui/wallet-number.ts'
import { PanelButton } from './PanelButton.tsx'
import styles from './shell.module.css'

/** A visitor's balance. A constant because the first use of `Intl` adds 30 ms to the first paint. */
const NO_BALANCE = '0.00'

/** Not in the first load, because phones never show it; on wide screens `startApp` loads it for the first screen. */
const GameSearchField = lazyOptional(() =>
  import('#features/games/browse/GameSearchField.tsx').then((module) => module.GameSearchField),
)
/** Not in the first load: most first visits have no player. */
const PlayerBalance = lazyOptional(() => import('./PlayerBalance.tsx').then((module) => module.PlayerBalance))
const MessagesBell = lazyOptional(() => import('./MessagesBell.tsx').then((module) => module.MessagesBell))
const Avatar = lazyOptional(
  () => import('#ui/Avatar.tsx').then((module) => module.Avatar),
  () => <CircleUser aria-hidden size={20} />,
)

interface TopBarProps {
  hasBackArrow: boolean
  hasBalance: boolean
  /** The rail shows the logo, and there is room for search, gift and account. */
  isWide: boolean
}

/** The logo and the back arrow replace the history entry. */
export function TopBar({ hasBackArrow, hasBalance, isWide }: TopBarProps) {
  const { t } = useLingui()
  const { uid, avatar } = useUser()
  const balance = NO_BALANCE
  const isVisitor = useAccountStatus() === 'signed-out'
  const wallet = useStore(knownAddress)
  const noWallet = <Wallet aria-hidden size={20} />
  const visitor = <CircleUser aria-hidden size={20} />
  return (
    <header className={shellClass.topBar}>
      <div className={styles.topBarInner}>
        {hasBackArrow ? (
          <Link to="/" replace className={iconButtonClass('plain')} aria-label={t`Back to the lobby`}>
            <ArrowLeft aria-hidden size={20} />
          </Link>
        ) : null}
        {isWide ? (
          <div className={styles.topBarSearch}>
            <Suspense>
              <GameSearchField />
            </Suspense>
          </div>
        ) : (
          <Link to="/" replace className={styles.brand} aria-label={t`Koi, to the lobby`}>
            <Wordmark className={styles.brandMark} />
          </Link>
        )}
        <div className="flex-1" />
        <PanelButton
          panel="wallet"
          className={iconButtonClass()}
          aria-label={wallet !== null ? t`Your wallet` : t`Connect a wallet`}
        >
          {wallet !== null ? (
            <Suspense fallback={noWallet}>
              <Avatar uid={numberOf(wallet)} avatar="" size={38} />
            </Suspense>
          ) : (
            noWallet
          )}
        </PanelButton>
        {!hasBalance ? null : isVisitor ? (
          <PanelButton
            panel="wallet"
            walletPurpose="login"
            className={shellClass.balance}
            aria-label={t`Balance ${balance} USDT, log in with a wallet`}
          >
            <UsdtMark size={22} />
            <span className="num">{balance}</span>
            <ChevronDown aria-hidden size={16} />
          </PanelButton>
        ) : (
          <Suspense fallback={<span className={shellClass.balance} data-player />}>
            <PlayerBalance key={uid} />
          </Suspense>
        )}
        <Invitation>
          <PanelButton panel="deposit" className={shellClass.deposit} aria-label={t`Deposit`}>
            <Plus aria-hidden size={20} />
            {isWide ? <span>{t`Deposit`}</span> : null}
          </PanelButton>
        </Invitation>
        {isWide ? (
          <>
            <Link to="/gift" className={iconButtonClass()} aria-label={t`Gift`}>
              <Gift aria-hidden size={20} />
            </Link>
            {uid > 0 ? (
              <Suspense fallback={<span className={iconButtonClass()} />}>
                <MessagesBell />
              </Suspense>
            ) : null}
            <PanelButton panel="account" className={iconButtonClass()} aria-label={t`Account`}>
              {uid > 0 ? (
                <Suspense fallback={visitor}>
                  <Avatar uid={uid} avatar={avatar} size={38} />
                </Suspense>
              ) : (
                visitor
              )}
            </PanelButton>
          </>
        ) : null}
      </div>
    </header>
  )
}
