import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, Link2, TriangleAlert } from 'lucide-react'
import type { LinkedWallet } from '#contract/account.ts'
import type { Chain } from '#contract/config.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import { switchToChain } from '#features/wallet/connection/wallet.actions.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { WalletLogin } from '#features/wallet/login/WalletLogin.tsx'
import type { OnWalletToken } from '#features/wallet/login/use-wallet-login.ts'
import { outcomeOf, WalletOutcome } from '#features/wallet/modal/WalletOutcome.tsx'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { useAction } from '#lib/use-action.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { WalletAvatar } from '#ui/WalletAvatar.tsx'
import { AccountWays } from './AccountWays.tsx'
import { WalletCard } from './WalletCard.tsx'

export interface Membership {
  /** Wallets that are linked to the player's account; undefined while unknown. */
  linked: readonly LinkedWallet[] | undefined
  onToken: OnWalletToken
  /** The modal was opened for a log-in, and the wallet has not been asked yet. */
  wantsLogin: boolean
  onLoginStarted: () => void
}

interface AccountViewProps {
  connection: WalletConnection
  /** True after a reload until the wallet answers. */
  isReconnecting: boolean
  membership: Membership
  onDisconnected: () => void
}

/** The connected wallet: its balance, its link to the player's account, and further actions. */
export function AccountView({ connection, isReconnecting, membership, onDisconnected }: AccountViewProps) {
  const { data: config } = useQuery(configQuery)
  const status = useAccountStatus()
  const { address, accounts, chainId, wallet } = connection
  const chains = config?.chains ?? []
  const chain = chains.find(({ id }) => id === chainId)
  const isUnsupported = chains.length > 0 && chain === undefined
  const card = <WalletCard connection={connection} chain={chain} isReconnecting={isReconnecting} />
  const ways = (
    <>
      {accounts.length > 1 ? <AccountList accounts={accounts} current={address} /> : null}
      <AccountWays
        address={address}
        chain={chain}
        hasNetworks={chains.length > 1}
        onDisconnected={onDisconnected}
      />
    </>
  )
  if (status === 'signed-out' && chain && !isReconnecting) {
    return (
      <WalletLogin
        key={address}
        connection={connection}
        onToken={membership.onToken}
        // An app on this phone opens only on a tap.
        startsAtOnce={membership.wantsLogin && !(wallet.via === 'walletconnect' && isHandheld())}
        onStarted={membership.onLoginStarted}
        card={card}
      >
        {ways}
      </WalletLogin>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {card}
      {isUnsupported ? <UnsupportedChain chains={chains} /> : null}
      {status === 'signed-in' ? (
        <LinkState address={address} chainId={chainId} linked={membership.linked} />
      ) : null}
      {ways}
    </div>
  )
}

interface AccountListProps {
  accounts: readonly string[]
  current: string
}

/** Accounts that the wallet lets this site see. The player chooses the active one in the wallet. */
function AccountList({ accounts, current }: AccountListProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <ul aria-label={t`Accounts of this wallet`}>
        {accounts.map((account) => (
          <li key={account}>
            <ListRow
              variant="plain"
              icon={<WalletAvatar address={account} avatar={null} size={34} />}
              iconTone="none"
              title={
                <span className="num" translate="no">
                  {shortAddress(account)}
                </span>
              }
              trailing={
                account === current ? (
                  <Badge tone="jade">
                    <Trans context="wallet account">In use</Trans>
                  </Badge>
                ) : undefined
              }
            />
          </li>
        ))}
      </ul>
      <Text size={3} tone="subtle">
        <Trans>To use another account, switch to it in your wallet. Koi then uses it too.</Trans>
      </Text>
    </div>
  )
}

interface LinkStateProps {
  address: string
  chainId: number
  /** Wallets of the player's account; undefined while unknown. */
  linked: readonly LinkedWallet[] | undefined
}

/** Shows if the wallet can log in to the player's account, and offers to link it. */
function LinkState({ address, chainId, linked }: LinkStateProps) {
  if (linked === undefined) return <Skeleton shape="box" height={48} />
  if (linked.some((each) => isLinkedWallet(each, { address, chainId }))) {
    return (
      <ListRow
        icon={<BadgeCheck aria-hidden size={21} />}
        iconTone="jade"
        title={<Trans>Linked to your account</Trans>}
        subtitle={<Trans>You can log in with it.</Trans>}
      />
    )
  }
  return (
    <Link to="/security/wallets" replace className={buttonClass({ block: true })}>
      <Link2 aria-hidden size={19} />
      <Trans>Link to my account</Trans>
    </Link>
  )
}

/** Offers to switch to the first network that Koi uses. */
function UnsupportedChain({ chains }: { chains: readonly Chain[] }) {
  const switching = useAction({ run: (chain: Chain) => switchToChain(chain) })
  const [first] = chains
  if (!first) return null
  const { name } = first
  const names = chains.map((chain) => chain.name).join(', ')
  return (
    <>
      <Callout
        tone="warning"
        icon={<TriangleAlert aria-hidden size={26} />}
        title={<Trans>Your wallet is on another network</Trans>}
        action={
          <Button block loading={switching.isRunning} onClick={() => switching.run(first)}>
            <Trans>Switch to {name}</Trans>
          </Button>
        }
      >
        <Trans>Koi works with {names}.</Trans>
      </Callout>
      <WalletOutcome attempt={outcomeOf(switching.error)} />
    </>
  )
}
