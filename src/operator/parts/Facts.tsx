import type { ReactNode } from 'react'
import { consoleClass } from '#ui/console/console-class.ts'

interface FactsProps {
  facts: readonly { readonly term: string; readonly value: ReactNode }[]
}

/** Short facts side by side, each under its name. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={consoleClass.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
