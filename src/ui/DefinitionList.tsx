import type { ReactNode } from 'react'

export interface Fact {
  term: ReactNode
  value: ReactNode
  /** Puts a long value, such as an address, on its own line. */
  isLong?: boolean
  /** Needed if `term` is not a string. */
  key?: string
}

interface DefinitionListProps {
  facts: readonly Fact[]
  className?: string
}

export function DefinitionList({ facts, className = '' }: DefinitionListProps) {
  return (
    <dl className={`rounded-3 border border-line bg-surface-1 overflow-hidden ${className}`}>
      {facts.map(({ term, value, isLong = false, key }, index) => (
        <div
          key={key ?? (typeof term === 'string' ? term : index)}
          className={`${isLong ? 'grid gap-0.5' : 'flex items-baseline justify-between gap-4'} px-3.5 py-2.75 text-fs-3 border-line ${index === 0 ? '' : 'border-t'}`}
        >
          <dt className={`text-text-2 ${isLong ? '' : 'shrink-0 max-w-1/2'}`}>{term}</dt>
          <dd className={`min-w-0 font-650 num ${isLong ? '' : 'text-right'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
