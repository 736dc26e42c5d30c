import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  ArrowUpFromLine,
  Copy,
  History,
  Image,
  LogIn,
  LogOut,
  Mail,
  PlugZap,
  ShieldCheck,
  Unplug,
  User,
  Users,
} from 'lucide-react'
import { useSnapshot } from 'valtio'
import { forgetWallet } from '#app/forget-wallet.ts'
import { levelProgress } from '#features/rewards/level-progress.ts'
import { connectionOf, walletState } from '#features/wallet/connection/wallet.state.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useUnreadMessages } from '#queries/messages.queries.ts'
import { useProgress } from '#queries/progress.queries.ts'
import { useAccountStatus, useUser } from '#session/use-user.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { CountBadge } from '#ui/CountBadge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Name } from '#ui/Name.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { accountTileClass } from '#ui/shell/account-tile-class.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'
import type { PanelProps } from './panel-components.ts'
import styles from './shell.module.css'

/** Shown in place of a player's number. */
const VISITOR_NUMBER = '000000'

export function AccountMenu({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const { t } = useLingui()
  const { percentExact } = useFormat()
  const copy = useCopy()
  const isVisitor = useAccountStatus() === 'signed-out'
  const { uid, nickname, avatar } = useUser()
  const number = uid > 0 ? String(uid) : VISITOR_NUMBER
  const wallet = connectionOf(useSnapshot(walletState).session)
  const shown = wallet ? shortAddress(wallet.address) : number
  const { wagered } = useProgress()
  const { level, bps } = levelProgress(wagered)
  const next = level + 1
  const progress = percentExact(bps)
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="right"
      title={t`Profile info`}
      // The button that opens the menu lies here, so a double tap must not hit anything destructive.
      footer={
        isVisitor ? (
          <Link to="/accout" replace className={buttonClass({ block: true })}>
            <LogIn aria-hidden size={18} />
            <Trans>Log in</Trans>
          </Link>
        ) : undefined
      }
    >
      <div className="flex items-center gap-3.25 px-4 py-4.5">
        <Avatar uid={uid} avatar={avatar} />
        <div className="min-w-0">
          <Text size={5} weight={750} className="wrap-anywhere">
            {isVisitor ? <Trans>Visitor</Trans> : nickname ? <Name>{nickname}</Name> : <Trans>Player</Trans>}
          </Text>
          <Text size={3} tone="muted" className="flex items-center gap-0.5 min-h-6">
            <span className="num" translate="no">
              {shown}
            </span>
            {wallet || uid > 0 ? (
              <IconButton
                label={wallet ? t`Copy address` : t`Copy player number`}
                variant="plain"
                className="-my-2"
                onClick={() =>
                  void (wallet
                    ? copy(wallet.address, t`Address copied`)
                    : copy(number, t`Player number copied`))
                }
              >
                <Copy aria-hidden size={15} />
              </IconButton>
            ) : null}
          </Text>
        </div>
      </div>
      <Text as="div" size={2} weight={700} className="flex justify-between px-4 pb-2">
        <span>{`LV.${level}`}</span>
        <span>{progress}</span>
        <span>{`LV.${next}`}</span>
      </Text>
      <div className="mx-4">
        <ProgressBar label={t`Progress to level ${next}`} value={bps} max={10_000} valueText={progress} />
      </div>
      <ul className={styles.tiles}>
        <li>
          <Link to="/messages" replace className={`${accountTileClass()} relative`}>
            <Mail aria-hidden size={22} />
            <Trans>Messages</Trans>
            <CountBadge count={useUnreadMessages()} className="absolute -top-1.5 -right-1.5" />
          </Link>
        </li>
        <li>
          <Link to="/profile" replace className={accountTileClass()}>
            <User aria-hidden size={22} />
            <Trans>Profile</Trans>
          </Link>
        </li>
        <li>
          {wallet ? (
            <button
              type="button"
              className={accountTileClass(true)}

              onClick={() => void forgetWallet()}
            >
              <Unplug aria-hidden size={22} />
              <Trans>Disconnect</Trans>
            </button>
          ) : (
            <button
              type="button"
              className={accountTileClass(true)}

              onClick={() => onOpenPanel('wallet')}
            >
              <PlugZap aria-hidden size={22} />
              <Trans>Connect</Trans>
            </button>
          )}
        </li>
        <li>
          <Link to="/profile/nfts" replace className={accountTileClass()}>
            <Image aria-hidden size={22} />
            <Trans>My NFTs</Trans>
          </Link>
        </li>
        <li>
          <Link to="/withdraw" replace className={accountTileClass()}>
            <ArrowUpFromLine aria-hidden size={22} />
            <Trans>Withdraw</Trans>
          </Link>
        </li>
        <li>
          <Link to="/history" replace className={accountTileClass()}>
            <History aria-hidden size={22} />
            <Trans>History</Trans>
          </Link>
        </li>
        <li>
          <Link to="/security" replace className={accountTileClass()}>
            <ShieldCheck aria-hidden size={22} />
            <Trans>Security</Trans>
          </Link>
        </li>
        <li>
          <Link to="/promotion" search={{ tab: 'referral' }} replace className={accountTileClass()}>
            <Users aria-hidden size={22} />
            <Trans>Referral</Trans>
          </Link>
        </li>
      </ul>
      {isVisitor ? null : (
        <div className="px-3.5 pb-4">
          <Link to="/logout" replace className={buttonClass({ variant: 'secondary', block: true })}>
            <LogOut aria-hidden size={18} />
            <Trans>Logout</Trans>
          </Link>
        </div>
      )}
    </Overlay>
  )
}
