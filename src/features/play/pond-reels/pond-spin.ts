import { POND_STRIPS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'

/** In ms: the first reel's turn, and how much longer each further reel turns. The same for every result. */
const FIRST_STOP_MS = 320
const NEXT_STOP_MS = 55
/** Symbols that pass the line of the first reel, and how many more on each further reel: all have the same speed. */
const FIRST_TURN = 14
const NEXT_TURN = 2
/** Share of a turn, in time and in symbols, in which a reel leaves its old stop. */
const LEAVING_TIME = 0.36
const LEAVING_TURN = 0.3

/** The symbol on the line and its two neighbours. */
const WINDOW = 3
/** The strip begins with the neighbour above its first stop. */
const LEAD = 1

/** In ms after the start of the spin. */
export const POND_STOPS_MS: readonly number[] = POND_STRIPS.map(
  (_, reel) => FIRST_STOP_MS + reel * NEXT_STOP_MS,
)
/** In ms after the start of the spin. */
export const POND_SPIN_MS = Math.max(...POND_STOPS_MS)

/** The same for every stop. */
export function turnOf(reel: number): number {
  return FIRST_TURN + reel * NEXT_TURN
}

/**
 * Symbols of a reel from the top, with the first ones repeated at the end, so that the window fits at the
 * last stop. Drawn once: a turn only moves it.
 */
export function reelCells(reel: number): readonly PondSymbol[] {
  const strip = POND_STRIPS[reel] ?? []
  const cells = [...strip.slice(-LEAD), ...strip, ...strip]
  return cells.slice(0, strip.length + turnOf(reel) + WINDOW)
}

/** Offset of a reel with this cell at the top of its window, in percent of the reel's height. */
function place(reel: number, cell: number): string {
  return `0 ${(-100 * cell) / reelCells(reel).length}%`
}

/** Offset of a reel with this stop on the line: its upper neighbour is at the top of the window. */
export function restingPlace(reel: number, stop: number): string {
  return place(reel, stop)
}

/** The cell at the top of the window at a moment of the turn. */
interface TurnPoint {
  /** Share of the turn's time, 0 to 1. */
  readonly at: number
  readonly cell: number
}

/**
 * Leaves the old stop, jumps at full speed (when no symbol can be recognised) to the symbols before the new
 * stop, and rolls to it along the real strip. So every turn is equally long.
 */
export function turnPoints(reel: number, from: number, to: number): readonly TurnPoint[] {
  const leaving = Math.round(turnOf(reel) * LEAVING_TURN)
  const size = POND_STRIPS[reel]?.length ?? 0
  // The strip moves down, towards its beginning. The repeated symbols at its end continue it there.
  const start = from < leaving ? from + size : from
  return [
    { at: 0, cell: start },
    { at: LEAVING_TIME, cell: start - leaving },
    { at: LEAVING_TIME, cell: to + turnOf(reel) - leaving },
    { at: 1, cell: to },
  ]
}

/** How far a reel rolls beyond its stop, in symbols, and when in its turn: then it falls back. */
const BOUNCE = { cells: 0.16, at: 0.86 } as const

const LEAVING = 'cubic-bezier(0.5, 0, 0.9, 0.7)'
const ARRIVING = 'cubic-bezier(0.15, 0.5, 0.35, 1)'

/** In the format of the Web Animations API. */
export function turnFrames(reel: number, from: number, to: number): Keyframe[] {
  const frames = turnPoints(reel, from, to).map(({ at, cell }, point) => ({
    offset: at,
    translate: place(reel, cell),
    easing: point === 0 ? LEAVING : ARRIVING,
  }))
  // Above its first symbol the strip has none to show.
  const beyond = Math.max(0, to - BOUNCE.cells)
  frames.splice(-1, 0, { offset: BOUNCE.at, translate: place(reel, beyond), easing: 'ease-in-out' })
  return frames
}
