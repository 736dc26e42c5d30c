import { memo, type MouseEvent } from 'react'
import { resultClass } from '#ui/play/result-class.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayGiven } from '#features/play/play-context.ts'
import styles from '#features/play/play.module.css'

interface ResultChipProps {
  bet: SettledBet
  text: string
  onOpen: (betId: string) => void
}

/** One earlier result; leads to everything about its bet. A plain link: one comes with every bet. */
export const ResultChip = memo(function ResultChip({ bet, text, onOpen }: ResultChipProps) {
  const { ReceiptMark } = usePlayGiven()
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(bet.id)
  }
  return (
    <li className={styles.chipItem}>
      <a
        href={`?coin=${bet.coin}&bet=${encodeURIComponent(JSON.stringify(bet.id))}`}
        className={resultClass.chip}
        translate="no"
        data-won={bet.payout > bet.stake || undefined}
        onClick={onClick}
      >
        {ReceiptMark ? <ReceiptMark bet={bet}>{text}</ReceiptMark> : text}
      </a>
    </li>
  )
})
