import type { ReactNode } from 'react'

export interface Fact {
  term: ReactNode
  value: ReactNode
  /** Tells facts with equal terms apart; needed when `term` is no string. */
  key?: string
}

interface DefinitionListProps {
  facts: readonly Fact[]
  className?: string
}

/** Facts, one a row: term on the left, value on the right. */
export function DefinitionList({ facts, className = '' }: DefinitionListProps) {
  return (
    <dl className={`rounded-3 border border-line bg-surface-1 overflow-hidden ${className}`}>
      {facts.map(({ term, value, key }, index) => (
        <div
          key={key ?? (typeof term === 'string' ? term : index)}
          className={`flex items-baseline justify-between gap-4 px-3.5 py-2.75 text-fs-3 border-line ${index === 0 ? '' : 'border-t'}`}
        >
          <dt className="shrink-0 max-w-1/2 text-text-2">{term}</dt>
          <dd className="min-w-0 text-right font-650 num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
