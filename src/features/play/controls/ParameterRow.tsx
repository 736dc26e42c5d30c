import type { ReactNode } from 'react'
import styles from '#features/play/play.module.css'

/** Parameters of a game side by side, as many in a row as there is room for. */
export function ParameterRow({ children }: { children: ReactNode }) {
  return <div className={styles.parameters}>{children}</div>
}
