import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

interface DataTableProps {
  /** Accessible name. */
  label: string
  /** The first column takes the room that is left; the others stand at their end. */
  heads: readonly string[]
  /** `DataRow`s. */
  children: ReactNode
}

/** Rows of figures under their names, on wide screens. */
export function DataTable({ label, heads, children }: DataTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
