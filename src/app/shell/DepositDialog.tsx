import { useEffect, useRef } from 'react'
import { usePanel, type Panel } from '#app/panels.ts'
import { chooseTab } from '#features/deposit/deposit.actions.ts'
import { DepositPanel } from '#features/deposit/panel/DepositPanel.tsx'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import type { PanelProps } from './panel-components.ts'

/** From these panels the way back leads to what was open before. */
const KEEPING: readonly (Panel | undefined)[] = ['address', 'web3', 'wallet']

/** When opened from a page, it starts with coins. */
export function DepositDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const { panel } = usePanel()
  const isOnBreak = useRunningBreak() !== null
  const before = useRef(panel)
  useEffect(() => {
    if (before.current !== panel && panel === 'deposit' && !KEEPING.includes(before.current)) {
      chooseTab('crypto')
    }
    before.current = panel
  }, [panel])
  return <DepositPanel isOpen={isOpen} onClose={onClose} onOpenPanel={onOpenPanel} isOnBreak={isOnBreak} />
}
