import type { ReactNode } from 'react'
import styles from './BetCalculation.module.css'

interface CalculationStepProps {
  /** What is done in this step. */
  children: ReactNode
  /** What it comes to. */
  value?: ReactNode
  /** The numbers in full, below both. */
  detail?: ReactNode
}

/** One numbered step of a calculation; a list item. */
export function CalculationStep({ children, value, detail }: CalculationStepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.words}>{children}</span>
      {value === undefined ? null : <span className={styles.result}>{value}</span>}
      {detail === undefined ? null : <div className={styles.detail}>{detail}</div>}
    </li>
  )
}
