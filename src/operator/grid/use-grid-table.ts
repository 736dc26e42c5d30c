import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { GridColumn } from './grid-column.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

export interface GridSort {
  readonly id: string
  readonly isDown: boolean
}

/** The server's own order: it knows rows that are not loaded yet. */
export interface ServerSort {
  readonly columns: readonly string[]
  readonly current: GridSort | null
  readonly change: (sort: GridSort | null) => void
}

interface GridTableOptions<T> {
  readonly columns: readonly GridColumn<T>[]
  readonly rows: readonly T[]
  readonly rowId: (row: T) => string
  readonly search: string
  readonly serverSort?: ServerSort | undefined
}

/** The rows to show, and how they are sorted. */
export function useGridTable<T extends object>(options: GridTableOptions<T>) {
  const { columns, rows, rowId, search, serverSort } = options
  const [ownSorting, setOwnSorting] = useState<SortingState>([])
  const defs = useMemo(() => columns.map(columnDefOf), [columns])
  const data = useMemo(() => [...rows], [rows])
  const isManual = serverSort !== undefined
  const table = useTable<Features, T>({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    state: { sorting: isManual ? [] : ownSorting, globalFilter: search.trim().toLowerCase() },
    onSortingChange: setOwnSorting,
    manualSorting: isManual,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, columnId, wanted: unknown) =>
      columns.some(
        ({ id, text }) => id === columnId && text(row.original).toLowerCase().includes(String(wanted)),
      ),
  })
  const own = ownSorting[0]
  const sort: GridSort | null = serverSort
    ? serverSort.current
    : own
      ? { id: own.id, isDown: own.desc }
      : null
  const changeSort = (next: GridSort | null) => {
    if (serverSort) serverSort.change(next)
    else setOwnSorting(next ? [{ id: next.id, desc: next.isDown }] : [])
  }
  return {
    shown: table.getRowModel().rows.map(({ original }) => original),
    sort,
    changeSort,
    isSortable: ({ id, sortBy }: GridColumn<T>) =>
      serverSort ? serverSort.columns.includes(id) : sortBy !== undefined,
  }
}

function columnDefOf<T extends object>({ id, text, sortBy }: GridColumn<T>): ColumnDef<Features, T> {
  return {
    id,
    accessorFn: (row) => (sortBy ? (sortBy(row) ?? undefined) : text(row)),
    enableSorting: sortBy !== undefined,
    sortUndefined: 'last',
    sortFn: (a: Row<Features, T>, b: Row<Features, T>) => order(a.getValue(id), b.getValue(id)),
  }
}

type Ordered = string | number | bigint

function order(a: Ordered, b: Ordered): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, undefined, { numeric: true })
  return a < b ? -1 : a > b ? 1 : 0
}
