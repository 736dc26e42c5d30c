import type { ReactNode } from 'react'
import styles from '#features/play/play.module.css'

/** A figure of the game that follows from others and cannot be changed itself. */
export function ParameterFact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <dl className={styles.parameter}>
      <dt className={styles.label}>{label}</dt>
      <dd className={`${styles.parameterLine} num`}>{value}</dd>
    </dl>
  )
}
