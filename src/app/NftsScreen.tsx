import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { LinkedWallet } from '#contract/account.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { NftsPage } from '#features/nfts/NftsPage.tsx'
import type { NftWallet } from '#features/nfts/nft-wallet.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { connectionOf, walletState, type WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { useLinkSigner } from '#features/wallet/login/use-link-signer.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
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
    <PageFrame
      parent={
        <Link to="/profile" className={sectionLinkClass}>
          <ChevronLeft aria-hidden size={16} />
          <Trans>Profile</Trans>
        </Link>
      }
      title={<Trans>My NFTs</Trans>}
      lead={<Trans>What your wallets hold. One of them can be your profile picture.</Trans>}
    >
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
    </PageFrame>
  )
}

/** The connected one first. */
function walletsOf(
  connection: Pick<WalletConnection, 'address' | 'wallet'> | null,
  linked: readonly LinkedWallet[],
): NftWallet[] {
  const isConnected = ({ address, provenBy }: LinkedWallet) =>
    provenBy !== 'contract' && isSameAddress(address, connection?.address)
  const others = linked
    .filter((wallet) => !isConnected(wallet))
    .map(({ address, label, chainId, provenBy }) => ({
      address: String(address).toLowerCase(),
      label,
      chainId: provenBy === 'contract' ? chainId : null,
      isLinked: true,
    }))
  if (connection === null) return others
  const { address, wallet } = connection
  return [
    {
      address: String(address).toLowerCase(),
      label: wallet.label,
      chainId: null,
      isLinked: linked.some(isConnected),
    },
    ...others,
  ]
}
