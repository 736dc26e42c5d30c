import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { AddressRefused } from '#features/deposit/AddressRefused.tsx'
import { RecentDeposits } from '#features/deposit/arrivals/RecentDeposits.tsx'
import { chooseTab } from '#features/deposit/deposit.actions.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import { NftTab } from '#features/deposit/nft/NftTab.tsx'
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
}

export function DepositPanel({ isOpen, onClose, onOpenPanel, isOnBreak }: DepositPanelProps) {
  const { t } = useLingui()
  const { tab } = useSnapshot(depositState)
  const isPractice = useIsPractice()
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
          <NftTab />
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
