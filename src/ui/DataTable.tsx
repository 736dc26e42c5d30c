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

interface DataRowProps {
  title: ReactNode
  /** One for each column behind the title. */
  cells: readonly ReactNode[]
  isWon?: boolean
  /** Makes the row a button. */
  onOpen?: () => void
}

export function DataRow({ title, cells, isWon = false, onOpen }: DataRowProps) {
  return (
    <tr className={styles.row} data-won={isWon || undefined}>
      <td>
        {onOpen ? (
          <button type="button" className={styles.open} onClick={onOpen}>
            {title}
          </button>
        ) : (
          title
        )}
      </td>
      {cells.map((cell, index) => (
        <td key={index} className="num">
          {cell}
        </td>
      ))}
    </tr>
  )
}
