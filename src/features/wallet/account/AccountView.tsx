import { useQuery } from '@tanstack/react-query'
import type { LinkedWallet } from '#contract/account.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { WalletLogin } from '#features/wallet/login/WalletLogin.tsx'
import type { OnWalletToken } from '#features/wallet/login/use-wallet-login.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import { AccountList } from './AccountList.tsx'
import { AccountWays } from './AccountWays.tsx'
import { LinkState } from './LinkState.tsx'
import { UnsupportedChain } from './UnsupportedChain.tsx'
import { WalletCard } from './WalletCard.tsx'

export interface Membership {
  /** Wallets that are linked to the player's account; undefined while that is not known. */
  linked: readonly LinkedWallet[] | undefined
  onToken: OnWalletToken
  /** The wallet was opened to log in with it, and has not been asked to yet. */
  wantsLogin: boolean
  onLoginStarted: () => void
}

interface AccountViewProps {
  connection: WalletConnection
  /** The wallet has not answered since the page was loaded. */
  isReconnecting: boolean
  membership: Membership
  onDisconnected: () => void
}

/** The connected wallet: what it holds, what it is to the player's account, and the ways on. */
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
        // An app on this very phone opens only by a tap.
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
