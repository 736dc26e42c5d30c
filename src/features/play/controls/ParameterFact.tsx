import type { ReactNode } from 'react'
import { parameterClass } from '#ui/play/parameter-class.ts'

export function ParameterFact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <dl className={parameterClass.card}>
      <dt className={parameterClass.label}>{label}</dt>
      <dd className={`${parameterClass.value} num`}>{value}</dd>
    </dl>
  )
}
