import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { SettledBet } from './play-engine.ts'
import styles from './play.module.css'
import { betSheetLink } from './use-play-sheet.ts'

/** One earlier result; leads to everything about its bet. */
export const ResultChip = memo(function ResultChip({ bet, text }: { bet: SettledBet; text: string }) {
  return (
    <li className={styles.chipItem}>
      <Link
        {...betSheetLink(bet.id)}
        preload={false}
        className={`tap num ${styles.chip}`}
        data-won={bet.payout > bet.stake || undefined}
      >
        {text}
      </Link>
    </li>
  )
})
