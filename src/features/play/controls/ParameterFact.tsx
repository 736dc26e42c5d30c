import type { ReactNode } from 'react'
import { parameterClass } from '#ui/play/parameter-class.ts'

/** A figure of the game that follows from others and cannot be changed itself. */
export function ParameterFact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <dl className={parameterClass.card}>
      <dt className={parameterClass.label}>{label}</dt>
      <dd className={`${parameterClass.value} num`}>{value}</dd>
    </dl>
  )
}
