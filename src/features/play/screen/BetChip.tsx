import { memo } from 'react'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { ResultChip } from './ResultChip.tsx'

interface BetChipProps {
  bet: SettledBet
  text: string
  onOpen: (betId: string) => void
}

export const BetChip = memo(function BetChip({ bet, text, onOpen }: BetChipProps) {
  const { ReceiptMark } = usePlayGiven()
  return (
    <ResultChip
      href={`?coin=${bet.coin}&bet=${encodeURIComponent(JSON.stringify(bet.id))}`}
      translate="no"
      isWon={bet.payout > bet.stake}
      onOpen={() => onOpen(bet.id)}
    >
      {ReceiptMark ? <ReceiptMark bet={bet}>{text}</ReceiptMark> : text}
    </ResultChip>
  )
})
