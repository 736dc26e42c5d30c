import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { AddressRefused } from '#features/deposit/AddressRefused.tsx'
import { RecentDeposits } from '#features/deposit/arrivals/RecentDeposits.tsx'
import { chooseTab } from '#features/deposit/deposit.actions.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import type { NftWallet } from '#features/deposit/nft/NftHoldings.tsx'
import { NftTab } from '#features/deposit/nft/NftTab.tsx'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { CryptoTab } from './CryptoTab.tsx'

interface DepositPanelProps {
  isOpen: boolean
  onClose: () => void
  onOpenPanel: (panel: 'address' | 'web3') => void
  /** Hides offers and ways to pay during a break. */
  isOnBreak: boolean
  /** Null if no wallet is connected. */
  wallet: NftWallet | null
  /** Opens the wallet modal, which leads back here. */
  onConnect: () => void
}

export function DepositPanel({
  isOpen,
  onClose,
  onOpenPanel,
  isOnBreak,
  wallet,
  onConnect,
}: DepositPanelProps) {
  const { t } = useLingui()
  const { tab, isNftsOnly } = useSnapshot(depositState)
  const { data: config } = useQuery(configQuery)
  const isPractice = useIsPractice()
  const nfts = { isOpen, wallet, chains: config?.chains ?? [], onConnect }
  if (isNftsOnly) {
    return (
      <Overlay
        open={isOpen}
        onClose={onClose}
        placement="full"
        title={t`My NFTs`}
        header={<OverlayTitle title={t`My NFTs`} isPractice={isPractice} />}
      >
        <NftTab {...nfts} isAlone />
      </Overlay>
    )
  }
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="full"
      title={t`Deposit`}
      header={<OverlayTitle title={t`Deposit`} isPractice={isPractice} />}
    >
      <Tabs
        label={t`What to deposit`}
        tabs={[
          { id: 'crypto', label: t`Crypto` },
          { id: 'nft', label: t`NFT` },
        ]}
        value={tab}
        onChange={chooseTab}
      >
        {tab === 'nft' ? (
          <NftTab {...nfts} />
        ) : isOnBreak ? (
          <div className="grid grid-cols-1 gap-4">
            <AddressRefused code="break_active" />
            <RecentDeposits />
          </div>
        ) : (
          <CryptoTab onOpenPanel={onOpenPanel} />
        )}
      </Tabs>
    </Overlay>
  )
}
