import type { ReactNode } from 'react'
import styles from './Medal.module.css'

/** The number of a level in gold; decoration beside the words that say it. */
export function Medal({ children }: { children: ReactNode }) {
  return (
    <span className={styles.medal} aria-hidden>
      {children}
    </span>
  )
}
