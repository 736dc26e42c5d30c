/** Sizes of the games grid in pixels. */
export interface GridLayout {
  columns: number
  gap: number
  /** Height of one row of tiles, without the gap below it; whole pixels keep the covers sharp. */
  rowHeight: number
}

const COVER_RATIO = 4 / 3

/** Narrowest tile in rem and gap in pixels from each width on: three tiles on a phone, seven at 1120 px. */
const STEPS = [
  { from: 900, tileRem: 9.25, gap: 14 },
  { from: 480, tileRem: 7.75, gap: 12 },
  { from: 0, tileRem: 6.125, gap: 10 },
]

/** Lays tiles of 3:4 into `width` pixels; a larger text size makes fewer and larger tiles. */
export function layOutGrid(width: number, remPx: number): GridLayout {
  const { tileRem, gap } = STEPS.find(({ from }) => width >= from) ?? { tileRem: 6.125, gap: 10 }
  const columns = Math.max(2, Math.floor((width + gap) / (tileRem * remPx + gap)))
  const tileWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, rowHeight: Math.max(0, Math.ceil(tileWidth * COVER_RATIO)) }
}
