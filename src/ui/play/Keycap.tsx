import type { ReactNode } from 'react'
import styles from './Keycap.module.css'

/** A key as it looks on a keyboard. */
export function Keycap({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>
}
