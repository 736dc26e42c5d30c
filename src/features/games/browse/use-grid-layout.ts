import { useCallback, useState } from 'react'

interface MeasuredGrid extends GridLayout {
  /** Distance of the grid from the top of the page in pixels. */
  top: number
  remPx: number
}

/** Padding of both sides together; makes the first layout on a phone right. */
const PAGE_PADDING_REM = 2

/** Measures the grid before paint, and again whenever its width changes. */
export function useGridLayout(): [
  layout: MeasuredGrid,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] {
  const [layout, setLayout] = useState<MeasuredGrid>(() => measure(document.body, PAGE_PADDING_REM))
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const follow = () => {
      // A hidden kept-alive page has no size: keep its layout.
      if (element.clientWidth === 0) return
      const next = measure(element)
      setLayout((old) => (isSame(old, next) ? old : next))
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [layout, ref]
}

function measure(element: HTMLElement, paddingRem = 0): MeasuredGrid {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const { top } = element.getBoundingClientRect()
  return {
    ...layOutGrid(element.clientWidth - paddingRem * remPx, remPx),
    top: Math.round(top + window.scrollY),
    remPx,
  }
}

function isSame(a: MeasuredGrid, b: MeasuredGrid): boolean {
  return a.columns === b.columns && a.rowHeight === b.rowHeight && a.top === b.top && a.remPx === b.remPx
}

/** In pixels. */
interface GridLayout {
  columns: number
  gap: number
  /** Without the gap; whole pixels keep the covers sharp. */
  rowHeight: number
}

const COVER_RATIO = 4 / 3

/** Minimum tile width in rem and gap in pixels by grid width: three tiles on a phone, seven at 1120 px. */
const STEPS = [
  { from: 900, tileRem: 9.25, gap: 14 },
  { from: 480, tileRem: 7.75, gap: 12 },
  { from: 0, tileRem: 6.125, gap: 10 },
]

/** Fits 3:4 tiles into `width` pixels; a larger text size makes fewer and larger tiles. */
export function layOutGrid(width: number, remPx: number): GridLayout {
  const { tileRem, gap } = STEPS.find(({ from }) => width >= from) ?? { tileRem: 6.125, gap: 10 }
  const columns = Math.max(2, Math.floor((width + gap) / (tileRem * remPx + gap)))
  const tileWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, rowHeight: Math.max(0, Math.ceil(tileWidth * COVER_RATIO)) }
}
