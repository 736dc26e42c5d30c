import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { usePanel, type Panel } from '#app/panels.ts'
import { beginWith } from '#features/deposit/deposit.actions.ts'
import { DepositPanel } from '#features/deposit/panel/DepositPanel.tsx'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { connectionOf, walletState } from '#features/wallet/connection/wallet.state.ts'
import type { PanelProps } from './panel-components.ts'

/** From these panels the way back leads to what was open before, or to NFTs. */
const KEEPING: readonly (Panel | undefined)[] = ['address', 'web3', 'wallet', 'account']

/** When opened from a page, it starts with coins. */
export function DepositDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const { panel } = usePanel()
  const isOnBreak = useRunningBreak() !== null
  const connection = connectionOf(useSnapshot(walletState).session)
  const before = useRef(panel)
  useEffect(() => {
    if (before.current !== panel && panel === 'deposit' && !KEEPING.includes(before.current))
      beginWith('deposit')
    before.current = panel
  }, [panel])
  return (
    <DepositPanel
      isOpen={isOpen}
      onClose={onClose}
      onOpenPanel={onOpenPanel}
      isOnBreak={isOnBreak}
      wallet={connection && { address: connection.address, label: connection.wallet.label }}
      onConnect={() => onOpenPanel('wallet', 'nft')}
    />
  )
}
