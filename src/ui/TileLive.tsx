import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './TileLive.module.css'

interface TileLiveProps {
  /** A number; `playersWords` is how it is read. */
  players: string | undefined
  playersWords: ReactNode
  /** Multiple of the newest big win, and what was won where there is room. */
  win: { readonly multiple: string; readonly amount: string; readonly words: string } | undefined
}

/** The news of a game, at the top of its tile. */
export function TileLive({ players, playersWords, win }: TileLiveProps) {
  return (
    <span className={styles.live} translate="no">
      {win ? (
        <span key={win.words} className={styles.pill} data-win="">
          <Trophy aria-hidden size={11} strokeWidth={2.5} />
          <span aria-hidden className="num">
            <span className={styles.amount}>{win.amount}</span>
            <span>{win.multiple}</span>
          </span>
          <VisuallyHidden>{win.words}</VisuallyHidden>
        </span>
      ) : null}
      {players === undefined ? null : (
        <span key={players} className={styles.pill} data-players="">
          <span aria-hidden className={styles.dot} />
          <span aria-hidden className="num">
            {players}
          </span>
          <VisuallyHidden>{playersWords}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
