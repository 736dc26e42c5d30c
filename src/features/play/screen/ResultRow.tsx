import type { ReactNode } from 'react'
import styles from '#features/play/play.module.css'

/** The newest result is first in the document, so that it is reached first, and on the right on screen. */
export function ResultRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.recent}>
      <ul className={styles.recentRow} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}
