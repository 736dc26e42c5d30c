import { ph } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { gridClass } from '#ui/console/grid-class.ts'
import { ExportButton } from './ExportButton.tsx'
import { GridBody } from './GridBody.tsx'
import { GridHead } from './GridHead.tsx'
import type { GridColumn } from './grid-column.ts'
import type { GridRows } from './grid-rows.ts'
import { useGridTable, type ServerSort } from './use-grid-table.ts'
import { useIsCards } from './use-is-cards.ts'
import { useSlashFocus } from './use-slash-focus.ts'

/** Fewer rows are seen at a glance. */
const SEARCHED_FROM = 6

interface DataGridProps<T> {
  /** Accessible name. */
  label: string
  /** The beginning of the exported file's name, before the day. */
  fileName: string
  columns: readonly GridColumn<T>[]
  rows: GridRows<T>
  rowId: (row: T) => string
  onOpen?: (row: T) => void
  /** Asks the server; without it the rows that are there are searched. */
  search?: { value: string; onChange: (value: string) => void; label: string }
  sort?: ServerSort
  /** Other filters. */
  filters?: ReactNode
  empty: { title: string; detail?: ReactNode }
}

/** A table to search, sort, page and export. */
export function DataGrid<T extends object>(props: DataGridProps<T>) {
  const { label, fileName, columns, rows, rowId, onOpen, search, sort: serverSort, filters, empty } = props
  const { t } = useLingui()
  const [ownSearch, setOwnSearch] = useState('')
  const searchRef = useSlashFocus()
  const { shown, sort, changeSort, isSortable } = useGridTable({
    columns,
    rows: rows.rows,
    rowId,
    search: search ? '' : ownSearch,
    serverSort,
  })
  const { more } = rows
  const hasMore = more?.hasMore === true
  const canLoad = hasMore && !more.isLoading && !more.isFailed
  const load = more?.load
  const onNearEnd = useCallback(() => {
    if (canLoad) load?.()
  }, [canLoad, load])
  const isFiltered = (search ? search.value : ownSearch) !== ''
  const [frameRef, isCards] = useIsCards(columns.reduce((sum, { width = 1 }) => sum + width, 0))
  const hasSearch = search !== undefined || rows.rows.length > SEARCHED_FROM
  const widths = columns.map(({ width = 1 }) => `minmax(0, ${width}fr)`).join(' ')
  return (
    <div ref={frameRef} className={gridClass.frame}>
      <div ref={searchRef} className="flex flex-wrap items-center gap-2 pb-2.5">
        {hasSearch ? (
          <SearchField
            compact
            className="flex-1 basis-60 min-w-0 max-w-100"
            label={search?.label ?? t`Search these rows`}
            value={search ? search.value : ownSearch}
            onChange={search ? search.onChange : setOwnSearch}
          />
        ) : null}
        {filters}
        <div className="flex-1" />
        <ExportButton
          fileName={fileName}
          columns={columns}
          rows={rows}
          shown={shown}
          isFiltered={!search && isFiltered}
        />
      </div>
      {shown.length === 0 ? (
        isFiltered ? (
          <EmptyState title={t`Nothing found`} detail={t`No row has this. Try fewer letters.`} />
        ) : (
          <EmptyState {...empty} />
        )
      ) : (
        <div
          role="grid"
          aria-label={label}
          aria-busy={rows.isBusy || undefined}
          aria-rowcount={hasMore ? -1 : shown.length + 1}
          aria-colcount={columns.length}
          className={gridClass.grid}
          data-cards={isCards || undefined}
          style={{ '--columns': widths } as object}
        >
          <GridHead columns={columns} sort={sort} isSortable={isSortable} onSort={changeSort} />
          <GridBody columns={columns} rows={shown} rowId={rowId} onOpen={onOpen} onNearEnd={onNearEnd} />
        </div>
      )}
      <div className={gridClass.foot}>
        <p role="status">
          {hasMore ? (
            <Trans>{ph({ count: shown.length })} rows so far</Trans>
          ) : (
            <Plural value={shown.length} one="# row" other="# rows" />
          )}
        </p>
        {more?.isLoading ? (
          <Spinner size={20} label={t`Loading`} />
        ) : hasMore ? (
          <Button size="sm" variant="secondary" onClick={more.load}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </div>
    </div>
  )
}
