import { MULTIPLIER_SCALE, type Multiplier } from './multiplier.ts'
import { POND_PAYTABLE, POND_STRIPS, POND_SYMBOLS, type PondSymbol } from './pond-reels-paytable.ts'
import type { RandomStream } from './stream.ts'

/** The smallest number of equal symbols that pays. */
export const POND_MIN_MATCH = 3

export interface PondWin {
  symbol: PondSymbol
  /** How many there are, koi included. */
  count: number
  multiplier: Multiplier
}

/** Where each of the five reels stops, from 0; one float a reel. */
export function pondReelsOutcome(stream: RandomStream): readonly number[] {
  return POND_STRIPS.map((strip) => Math.floor(stream.next() * strip.length))
}

/** The symbols on the line. */
export function pondReelsLine(stops: readonly number[]): readonly PondSymbol[] {
  return POND_STRIPS.map((strip, reel) => {
    const symbol = strip[stops[reel] ?? -1]
    if (symbol === undefined) throw new RangeError(`Reel ${reel} has no stop ${stops[reel]}`)
    return symbol
  })
}

/** The best win on a line: one symbol and the koi that stand for it. Only the best one is paid. */
export function pondReelsWin(line: readonly PondSymbol[]): PondWin | undefined {
  let best: PondWin | undefined
  for (const symbol of POND_SYMBOLS) {
    const count = line.filter((shown) => shown === symbol || shown === 'koi').length
    const multiplier = POND_PAYTABLE[symbol][count - POND_MIN_MATCH] ?? 0
    if (multiplier > (best?.multiplier ?? 0)) best = { symbol, count, multiplier }
  }
  return best
}

/** What these stops pay. */
export function pondReelsMultiplier(stops: readonly number[]): Multiplier {
  return pondReelsWin(pondReelsLine(stops))?.multiplier ?? 0
}

/** A line of symbols and how many of the 32⁵ combinations of stops show it. */
export interface PondLine {
  line: readonly PondSymbol[]
  combinations: number
}

/** Every line there is; the combinations add up to all of the stops'. */
export function pondReelsLines(): PondLine[] {
  return POND_STRIPS.reduce<PondLine[]>(
    (lines, strip) =>
      lines.flatMap(({ line, combinations }) =>
        POND_SYMBOLS.map((symbol) => ({
          line: [...line, symbol],
          combinations: combinations * strip.filter((shown) => shown === symbol).length,
        })),
      ),
    [{ line: [], combinations: 1 }],
  )
}

/** Return to player, 0 to 1, over every combination of stops. */
export function pondReelsReturn(): number {
  const combinations = POND_STRIPS.reduce((product, strip) => product * strip.length, 1)
  const total = pondReelsLines().reduce(
    (sum, shown) => sum + shown.combinations * (pondReelsWin(shown.line)?.multiplier ?? 0),
    0,
  )
  return total / combinations / MULTIPLIER_SCALE
}
