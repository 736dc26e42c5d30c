import type { ReactNode } from 'react'

export interface GridColumn<T> {
  readonly id: string
  readonly head: string
  /** Exported, and searched for by the table's own search. */
  readonly text: (row: T) => string
  /** Default: the text. */
  readonly cell?: (row: T) => ReactNode
  /** Compared by the sort; null comes last. Without it the column is not sorted. */
  readonly sortBy?: (row: T) => string | number | bigint | null
  /** Share of the width; default 1. */
  readonly width?: number
  /** Amounts stand at their end, with digits of equal width. */
  readonly isNumber?: boolean
}
