import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { gridClass } from '#ui/console/grid-class.ts'
import type { GridColumn } from './grid-column.ts'
import { nextRow } from './grid-keys.ts'

/** A row of one line; others are measured. */
const ROW_PX = 40
const OVERSCAN = 12
/** More rows are asked for when the last of those that are there comes near. */
const NEAR_END = 8

interface GridBodyProps<T> {
  columns: readonly GridColumn<T>[]
  rows: readonly T[]
  rowId: (row: T) => string
  onOpen: ((row: T) => void) | undefined
  onNearEnd: () => void
}

/** Only rows near the window are in the page. One row takes the focus; the arrow keys move it. */
export function GridBody<T extends object>({ columns, rows, rowId, onOpen, onNearEnd }: GridBodyProps<T>) {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [active, setActive] = useState(0)
  const [isMoving, setIsMoving] = useState(false)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => rowKey(rows, index, rowId),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  })
  const current = Math.min(active, rows.length - 1)
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  // The parts above may have become higher.
  useLayoutEffect(() => {
    const place = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(place - top) > 1) setTop(place)
  }, [top, rows, items])
  useEffect(() => {
    if (last >= rows.length - NEAR_END) onNearEnd()
  }, [last, rows.length, onNearEnd])
  // A row that is far away is in the page only after the window has moved there.
  useEffect(() => {
    if (!isMoving) return
    const row = ref.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!row) return
    row.focus({ preventScroll: true })
    setIsMoving(false)
  }, [isMoving, current, items])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[current]
    // Controls in a row have keys of their own.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'row' || !row) return
    if (event.key === 'Enter') {
      if (!onOpen) return
      event.preventDefault()
      onOpen(row)
      return
    }
    const next = nextRow(event.key, current, rows.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    setIsMoving(true)
    virtualizer.scrollToIndex(next, { align: 'auto' })
  }
  const open = (event: MouseEvent, row: T) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, select')
    // Who marks a text to copy it does not want to leave.
    if (isOnControl || String(window.getSelection() ?? '') !== '') return
    onOpen?.(row)
  }

  return (
    <div
      ref={ref}
      role="rowgroup"
      className={gridClass.body}
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-opens={onOpen !== undefined || undefined}
            role="row"
            aria-rowindex={index + 2}
            tabIndex={index === current ? 0 : -1}
            className={gridClass.row}
            style={{ transform: `translateY(${start - top}px)` }}
            onFocus={() => setActive(index)}
            onClick={(event) => open(event, row)}
          >
            {columns.map((column) => (
              <div
                key={column.id}
                role="gridcell"
                data-head={column.head}
                className={`${gridClass.cell} ${column.isNumber ? gridClass.end : ''}`}
              >
                {column.cell ? column.cell(row) : column.text(row)}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function rowKey<T>(rows: readonly T[], index: number, rowId: (row: T) => string): string {
  const row = rows[index]
  return row === undefined ? `${index}` : rowId(row)
}
