import type { ReactNode } from 'react'
import { calculationClass } from '#ui/play/calculation-class.ts'

interface CalculationStepProps {
  children: ReactNode
  value?: ReactNode
  /** The numbers in full, below both. */
  detail?: ReactNode
}

/** A list item. */
export function CalculationStep({ children, value, detail }: CalculationStepProps) {
  return (
    <li className={calculationClass.step}>
      <span className={calculationClass.words}>{children}</span>
      {value === undefined ? null : <span className={calculationClass.result}>{value}</span>}
      {detail === undefined ? null : <div className={calculationClass.detail}>{detail}</div>}
    </li>
  )
}
