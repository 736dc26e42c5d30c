import { Trans, useLingui } from '@lingui/react/macro'
import { Image, TriangleAlert } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Text } from '#ui/Text.tsx'
import { NftHoldings, type NftWallet } from './NftHoldings.tsx'

interface NftTabProps {
  isOpen: boolean
  /** Null if no wallet is connected. */
  wallet: NftWallet | null
  chains: readonly Chain[]
  /** Opens the wallet modal, which leads back here. */
  onConnect: () => void
  /** True if the player came only for NFTs: the note that they cannot be deposited then comes last. */
  isAlone?: boolean
}

/** Says plainly that NFTs cannot be deposited, and shows those of the connected wallet. */
export function NftTab({ isOpen, wallet, chains, onConnect, isAlone = false }: NftTabProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-4">
      {isAlone ? null : (
        <Callout
          tone="warning"
          icon={<TriangleAlert aria-hidden size={26} />}
          title={<Trans>NFTs cannot be deposited as money</Trans>}
        >
          <Trans>Koi credits coins only. Do not send an NFT to a deposit address: it would be lost.</Trans>
        </Callout>
      )}
      {wallet ? (
        <NftHoldings key={wallet.address} isOpen={isOpen} wallet={wallet} chains={chains} />
      ) : (
        <EmptyState
          level={3}
          icon={<Image aria-hidden size={26} />}
          title={t`Connect a wallet to see its NFTs`}
          detail={t`Koi only looks at them. Nothing leaves your wallet.`}
          action={
            <Button onClick={onConnect}>
              <Trans>Connect a wallet</Trans>
            </Button>
          }
        />
      )}
      {isAlone ? (
        <Text size={3} tone="muted">
          <Trans>Koi credits coins only. Do not send an NFT to a deposit address: it would be lost.</Trans>
        </Text>
      ) : null}
    </div>
  )
}
