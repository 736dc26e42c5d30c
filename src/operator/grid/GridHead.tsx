import { ArrowDown, ArrowUp } from 'lucide-react'
import { gridClass } from '#ui/console/grid-class.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridSort } from './use-grid-table.ts'

interface GridHeadProps<T> {
  columns: readonly GridColumn<T>[]
  sort: GridSort | null
  isSortable: (column: GridColumn<T>) => boolean
  onSort: (sort: GridSort | null) => void
}

export function GridHead<T>({ columns, sort, isSortable, onSort }: GridHeadProps<T>) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={gridClass.head}>
        {columns.map((column) => {
          const { id, head, isNumber } = column
          const isSorted = sort?.id === id
          return (
            <div
              key={id}
              role="columnheader"
              className={isNumber ? gridClass.end : undefined}
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
            >
              {isSortable(column) ? (
                <button
                  type="button"
                  className={`${gridClass.sort} tap`}
                  data-sorted={isSorted || undefined}
                  onClick={() => onSort(nextSort(id, sort))}
                >
                  <span className={gridClass.word}>{head}</span>
                  {isSorted ? (
                    sort.isDown ? (
                      <ArrowDown aria-hidden size={13} />
                    ) : (
                      <ArrowUp aria-hidden size={13} />
                    )
                  ) : null}
                </button>
              ) : (
                <div className={gridClass.word}>{head}</div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Up, then down, then the order of the server again. */
function nextSort(id: string, sort: GridSort | null): GridSort | null {
  if (sort?.id !== id) return { id, isDown: false }
  return sort.isDown ? null : { id, isDown: true }
}
