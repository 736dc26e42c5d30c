import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { parseFields, parseInteger } from '#fair/parse-value.ts'
import type { InstantRules } from '#rules/base/game-rules.ts'
import {
  POND_PAYTABLE,
  POND_STRIPS,
  POND_SYMBOLS,
  type PondSymbol,
  POND_TOTALS,
} from './pond-reels-paytable.ts'

/** The smallest number of equal symbols that pays. */
export const POND_MIN_MATCH = 3

export interface PondWin {
  symbol: PondSymbol
  /** Number of symbols, including koi. */
  count: number
  multiplier: Multiplier
}

/** The stop of each of the five reels, from 0; one float for each reel. */
export function pondReelsOutcome(stream: RandomStream): readonly number[] {
  return POND_STRIPS.map((strip) => Math.floor(stream.next() * strip.length))
}

export function pondReelsLine(stops: readonly number[]): readonly PondSymbol[] {
  return POND_STRIPS.map((strip, reel) => {
    const symbol = strip[stops[reel] ?? -1]
    if (symbol === undefined) throw new RangeError(`Reel ${reel} has no stop ${stops[reel]}`)
    return symbol
  })
}

/** The best win on a line: one symbol with the koi that stand for it. Only the best one is paid. */
export function pondReelsWin(line: readonly PondSymbol[]): PondWin | undefined {
  let best: PondWin | undefined
  for (const symbol of POND_SYMBOLS) {
    const count = line.filter((shown) => shown === symbol || shown === 'koi').length
    const multiplier = POND_PAYTABLE[symbol][count - POND_MIN_MATCH] ?? 0
    if (multiplier > (best?.multiplier ?? 0)) best = { symbol, count, multiplier }
  }
  return best
}

export function pondReelsMultiplier(stops: readonly number[]): Multiplier {
  return pondReelsWin(pondReelsLine(stops))?.multiplier ?? 0
}

/** A line of symbols, and how many of the 32⁵ combinations of stops show it. */
export interface PondLine {
  line: readonly PondSymbol[]
  combinations: number
}

/** Every possible line; their combinations add up to 32⁵. */
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

const TOP = Math.max(...Object.values(POND_PAYTABLE).flat())
const EDGE = 1 - POND_TOTALS.paid / (POND_TOTALS.combinations * MULTIPLIER_SCALE)

/** Outcomes are the stops of the five reels, from 0. There is nothing to choose: the parameters are empty. */
export const POND_REELS: InstantRules<'pond-reels', Readonly<Record<string, never>>, readonly number[]> = {
  slug: 'pond-reels',
  kind: 'instant',
  parseParams(value) {
    parseFields(value, 'params')
    return {}
  },
  parseOutcome(value) {
    if (!Array.isArray(value) || value.length !== POND_STRIPS.length)
      throw new FairnessError(`the stops must be a list of ${POND_STRIPS.length}`)
    return POND_STRIPS.map((strip, reel) => parseInteger(value[reel], 'a stop', 0, strip.length - 1))
  },
  draw: (stream) => pondReelsOutcome(stream),
  multiplier: (_params, stops) => pondReelsMultiplier(stops),
  topMultiplier: () => TOP,
  edge: () => EDGE,
  wireOutcome: (stops) => stops,
  fromWire: (value) => POND_REELS.parseOutcome(value),
  wireParams: (params) => params,
}
