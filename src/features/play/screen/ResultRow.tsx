import type { ReactNode } from 'react'
import styles from '#features/play/play.module.css'

/** Latest results, the newest on the right. First in the page's order, so that it is reached first. */
export function ResultRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.recent}>
      <ul className={styles.recentRow} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}
