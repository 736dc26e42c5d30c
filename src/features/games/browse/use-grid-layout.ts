import { useCallback, useState } from 'react'
import { layOutGrid, type GridLayout } from './grid-layout.ts'

interface MeasuredGrid extends GridLayout {
  /** Distance of the grid from the top of the page in pixels. */
  top: number
  remPx: number
}

/** What a grid keeps free at both sides together; the first layout of a phone is right with it. */
const PAGE_PADDING_REM = 2

/** Lays the grid out by its own width, before it is painted and whenever the width changes. */
export function useGridLayout(): [
  layout: MeasuredGrid,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] {
  const [layout, setLayout] = useState<MeasuredGrid>(() => measure(document.body, PAGE_PADDING_REM))
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const follow = () => {
      // A hidden kept-alive page has no size; it keeps its layout.
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
