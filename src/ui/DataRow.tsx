import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

interface DataRowProps {
  title: ReactNode
  /** One for each column behind the title. */
  cells: readonly ReactNode[]
  isWon?: boolean
  /** Makes the row a button. */
  onOpen?: () => void
}

/** A row of a `DataTable`. */
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
