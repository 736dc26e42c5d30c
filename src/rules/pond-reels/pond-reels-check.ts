import type { Multiplier } from '#fair/multiplier.ts'
import { parseInteger, parseList } from '#fair/parse-value.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import type { GameCheck } from '#rules/base/game-check.ts'
import { POND_STRIPS, type PondSymbol } from './pond-reels-paytable.ts'
import {
  type PondWin,
  pondReelsLine,
  pondReelsMultiplier,
  pondReelsOutcome,
  pondReelsWin,
} from './pond-reels.ts'

interface PondReelsArithmetic {
  game: 'pond-reels'
  reels: readonly (Scaling & { symbol: PondSymbol })[]
  win: PondWin | undefined
  multiplier: Multiplier
}

export const POND_REELS_CHECK: GameCheck<object, PondReelsArithmetic> = {
  outcome: (stream) => pondReelsOutcome(stream),
  decidedBy: [],
  pays(_, outcome) {
    const stops = parseList(outcome, 'the stops')
    return pondReelsMultiplier(
      POND_STRIPS.map((strip, reel) => parseInteger(stops[reel], 'a stop', 0, strip.length - 1)),
    )
  },
  arithmetic(_, stream) {
    const line = pondReelsLine(pondReelsOutcome(stream))
    const win = pondReelsWin(line)
    return {
      game: 'pond-reels',
      reels: line.map((symbol, reel) => ({
        ...scaling(stream, reel, POND_STRIPS[reel]?.length ?? 0),
        symbol,
      })),
      win,
      multiplier: win?.multiplier ?? 0,
    }
  },
}
