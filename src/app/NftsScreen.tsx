import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import type { LinkedWallet } from '#contract/account.ts'
import { NftsPage } from '#features/nfts/NftsPage.tsx'
import type { NftWallet } from '#features/nfts/nft-wallet.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { connectionOf, walletState, type WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { useLinkSigner } from '#features/wallet/login/use-link-signer.ts'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { usePanel } from './panels.ts'

/** Joins the connected wallet with those of the account. */
export function NftsScreen() {
  const queryClient = useQueryClient()
  const { open } = usePanel()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const isPractice = useIsPractice()
  const { data: config } = useQuery(configQuery)
  const { data: security } = useQuery({ ...securityQuery, enabled: isSignedIn })
  const connection = connectionOf(useSnapshot(walletState).session)
  const { sign, sentenceOf } = useLinkSigner()
  return (
    <NftsPage
      wallets={walletsOf(connection, (isSignedIn && security?.wallets) || [])}
      chains={config?.chains ?? []}
      isPractice={isPractice}
      onConnect={() => open('wallet')}
      isSignedIn={isSignedIn}
      signer={{
        sign,
        sentenceOf,
        onLinked: (next) => queryClient.setQueryData(securityQuery.queryKey, next),
      }}
    />
  )
}

/** The connected one first. */
function walletsOf(
  connection: Pick<WalletConnection, 'address' | 'chainId' | 'wallet'> | null,
  linked: readonly LinkedWallet[],
): NftWallet[] {
  const own = connection ? linked.find((wallet) => isLinkedWallet(wallet, connection)) : undefined
  const others = linked
    .filter((wallet) => wallet !== own)
    .map((wallet) => ({
      address: wallet.address.toLowerCase(),
      label: wallet.label,
      chainId: chainOf(wallet),
      isLinked: true,
    }))
  if (connection === null) return others
  const { address, wallet } = connection
  const connected = {
    address: address.toLowerCase(),
    label: wallet.label,
    chainId: own ? chainOf(own) : null,
    isLinked: own !== undefined,
  }
  return [connected, ...others]
}

/** A contract has its address on one chain only. */
const chainOf = ({ provenBy, chainId }: LinkedWallet) => (provenBy === 'contract' ? chainId : null)
