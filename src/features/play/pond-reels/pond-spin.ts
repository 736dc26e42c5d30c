import { POND_STRIPS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'

/** How long the first reel turns, and how much longer each one after it. The same whatever the result. */
const FIRST_STOP_MS = 320
const NEXT_STOP_MS = 55
/** Symbols that pass the line of the first reel, and how many more on each one after it: all turn equally fast. */
const FIRST_TURN = 14
const NEXT_TURN = 2
/** The part of a turn, in time and in symbols, in which a reel leaves its stop. */
const LEAVING_TIME = 0.36
const LEAVING_TURN = 0.3

/** Symbols in a window: the one on the line, and its neighbours. */
const WINDOW = 3
/** Cells before the first stop: the neighbour above it. */
const LEAD = 1

/** When each reel stops, from the beginning of the spin. */
export const POND_STOPS_MS: readonly number[] = POND_STRIPS.map(
  (_, reel) => FIRST_STOP_MS + reel * NEXT_STOP_MS,
)
/** When all of them stand still. */
export const POND_SPIN_MS = Math.max(...POND_STOPS_MS)

/** How many symbols pass the line of a reel on its way to any stop. */
export function turnOf(reel: number): number {
  return FIRST_TURN + reel * NEXT_TURN
}

/**
 * A reel unrolled from the top, with its beginning once more at the end, so that it can come to its last stop too.
 * It is drawn once: turning moves it, and draws nothing.
 */
export function reelCells(reel: number): readonly PondSymbol[] {
  const strip = POND_STRIPS[reel] ?? []
  const cells = [...strip.slice(-LEAD), ...strip, ...strip]
  return cells.slice(0, strip.length + turnOf(reel) + WINDOW)
}

/** Where a reel stands with the cell at the top of its window, in percent of its height: moved up by so much. */
function place(reel: number, cell: number): string {
  return `0 ${(-100 * cell) / reelCells(reel).length}%`
}

/** Where a reel stands that shows a stop on the line: the neighbour above is at the top of the window. */
export function restingPlace(reel: number, stop: number): string {
  return place(reel, stop)
}

/** A moment of a turn: which cell is at the top of the window. */
interface TurnPoint {
  /** Share of the turn's time, 0 to 1. */
  readonly at: number
  readonly cell: number
}

/**
 * How a reel turns: it leaves its stop, and at full speed, where nobody can tell symbols apart, goes on with what
 * lies before the other stop. So every turn is as long as any other, and comes in along the real strip.
 */
export function turnPoints(reel: number, from: number, to: number): readonly TurnPoint[] {
  const leaving = Math.round(turnOf(reel) * LEAVING_TURN)
  const size = POND_STRIPS[reel]?.length ?? 0
  // The strip moves down, towards its beginning; near that the same symbols are once more at its end.
  const start = from < leaving ? from + size : from
  return [
    { at: 0, cell: start },
    { at: LEAVING_TIME, cell: start - leaving },
    { at: LEAVING_TIME, cell: to + turnOf(reel) - leaving },
    { at: 1, cell: to },
  ]
}

/** The same for the browser. */
export function turnFrames(reel: number, from: number, to: number): Keyframe[] {
  return turnPoints(reel, from, to).map(({ at, cell }, point) => ({
    offset: at,
    translate: place(reel, cell),
    easing: point === 0 ? 'cubic-bezier(0.5, 0, 0.9, 0.7)' : 'cubic-bezier(0.15, 0.5, 0.35, 1)',
  }))
}
