import { POND_STRIPS, type PondSymbol } from '#fair/pond-reels-paytable.ts'

/** How long the first reel turns, and how much longer each one after it. The same whatever the result. */
const FIRST_STOP_MS = 320
const NEXT_STOP_MS = 55
/** Symbols that pass the line of the first reel, and how many more on each one after it: all turn equally fast. */
const FIRST_TURN = 12
const NEXT_TURN = 2

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

/** The symbol of a reel that lies so many places after a stop; the strip is a ring. */
function symbolAt(reel: number, place: number): PondSymbol {
  const strip = POND_STRIPS[reel] ?? []
  const symbol = strip[((place % strip.length) + strip.length) % strip.length]
  if (symbol === undefined) throw new RangeError(`There is no reel ${reel}`)
  return symbol
}

/** What a window of three shows from the top: the symbol on the line in the middle, its neighbours around it. */
export function reelWindow(reel: number, stop: number): readonly PondSymbol[] {
  return [-1, 0, 1].map((place) => symbolAt(reel, stop + place))
}

/**
 * All that passes the window of a reel, from the top: the window of the stop it comes to, what lies behind that on
 * the strip, and the window it leaves. It moves down, so the first is seen last.
 */
export function turningReel(reel: number, from: number, to: number): readonly PondSymbol[] {
  const between = Array.from({ length: turnOf(reel) - 3 }, (_, place) => symbolAt(reel, to + 2 + place))
  return [...reelWindow(reel, to), ...between, ...reelWindow(reel, from)]
}
