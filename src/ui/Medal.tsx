import type { ReactNode } from 'react'
import styles from './Medal.module.css'

/** The number of a level in gold. Hidden from assistive technology: text beside it says the same. */
export function Medal({ children }: { children: ReactNode }) {
  return (
    <span className={styles.medal} aria-hidden>
      {children}
    </span>
  )
}
