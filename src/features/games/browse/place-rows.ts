import type { GridRow } from './grid-rows.ts'

const HEADING_REM = 2.25

/** Positions in pixels from the top of the grid. */
export interface RowPlaces {
  starts: readonly number[]
  heights: readonly number[]
  gap: number
  totalHeight: number
}

interface RowSizes {
  gap: number
  /** Height of a row of tiles. */
  rowHeight: number
  remPx: number
}

/** Stacks rows of known heights with a gap between them. */
export function placeRows(rows: readonly GridRow[], { gap, rowHeight, remPx }: RowSizes): RowPlaces {
  const starts: number[] = []
  const heights: number[] = []
  let end = -gap
  for (const { kind } of rows) {
    const height = kind === 'heading' ? HEADING_REM * remPx : rowHeight
    starts.push(end + gap)
    heights.push(height)
    end += gap + height
  }
  return { starts, heights, gap, totalHeight: Math.max(end, 0) }
}
