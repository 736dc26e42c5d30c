import type { ReactNode } from 'react'
import styles from './TileLive.module.css'

/** How many are there now, behind a lit dot. A new count fades in: give it as the key. */
export function LiveCount({ children }: { children: ReactNode }) {
  return (
    <span className={`num ${styles.count}`}>
      <span aria-hidden className={styles.dot} />
      <span>{children}</span>
    </span>
  )
}
