import type { ReactNode } from 'react'
import styles from './TileLive.module.css'

interface LiveCountProps {
  count: string
  /** In words, "214 playing"; the figure alone is seen where there is no room. */
  children: ReactNode
}

/** How many are there now, behind a lit dot. A new count fades in: give it as the key. */
export function LiveCount({ count, children }: LiveCountProps) {
  return (
    <span className={`num ${styles.count}`}>
      <span aria-hidden className={styles.dot} />
      <span className={styles.countWords}>{children}</span>
      <span aria-hidden className={styles.countFigure}>
        {count}
      </span>
    </span>
  )
}
