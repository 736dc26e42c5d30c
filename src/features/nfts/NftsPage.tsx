import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Image } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import '#i18n/wallet-answers.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { CurrentPicture } from './CurrentPicture.tsx'
import type { NftViewer, NftWallet } from './nft-wallet.ts'
import { WalletNfts } from './WalletNfts.tsx'

interface NftsPageProps extends NftViewer {
  wallets: readonly NftWallet[]
  chains: readonly Chain[]
  isPractice: boolean
  /** Opens the wallet modal, which leads back here. */
  onConnect: () => void
}

/** What the connected wallet and those of the account hold. */
export function NftsPage({ wallets, chains, isPractice, onConnect, ...viewer }: NftsPageProps) {
  const { t } = useLingui()
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
      {viewer.isSignedIn ? <CurrentPicture /> : null}
      {wallets.length === 0 ? (
        <EmptyState
          icon={<Image aria-hidden size={26} />}
          title={t`Connect a wallet to see its NFTs`}
          detail={
            isPractice ? (
              <Trans>
                Choose the wallet marked Practice: it holds practice NFTs. Koi only looks at them; nothing leaves a
                wallet.
              </Trans>
            ) : (
              <Trans>Koi only looks at them. Nothing leaves your wallet.</Trans>
            )
          }
          action={
            <Button onClick={onConnect}>
              <Trans>Connect a wallet</Trans>
            </Button>
          }
        />
      ) : (
        wallets.map((wallet) => (
          <WalletNfts
            key={`${wallet.address} ${wallet.chainId}`}
            wallet={wallet}
            chains={chains.filter(({ id }) => wallet.chainId === null || id === wallet.chainId)}
            viewer={viewer}
          />
        ))
      )}
    </PageFrame>
  )
}
