import type { ReactNode } from 'react'
import styles from '#features/play/play.module.css'

export function ParameterRow({ children }: { children: ReactNode }) {
  return <div className={styles.parameters}>{children}</div>
}
