import type { ReactNode } from 'react'
import { Text } from '#ui/Text.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

interface SimpleTableProps {
  /** Accessible name. */
  label: string
  heads: readonly string[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** In its place while there are no rows. */
  empty: string
}

/** A few rows inside a panel. Columns behind the first stand at their end. */
export function SimpleTable({ label, heads, rows, empty }: SimpleTableProps) {
  if (rows.length === 0) {
    return (
      <Text size={3} tone="muted">
        {empty}
      </Text>
    )
  }
  return (
    // Long cells scroll inside, so the keyboard must reach it.
    <div className={consoleClass.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={consoleClass.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
