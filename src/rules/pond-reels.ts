import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { parseFields, parseInteger } from '#fair/parse-value.ts'
import { POND_PAYTABLE, POND_STRIPS, POND_TOTALS } from '#fair/pond-reels-paytable.ts'
import { pondReelsMultiplier, pondReelsOutcome } from '#fair/pond-reels.ts'
import type { InstantRules } from './game-rules.ts'

const TOP = Math.max(...Object.values(POND_PAYTABLE).flat())
const EDGE = 1 - POND_TOTALS.paid / (POND_TOTALS.combinations * MULTIPLIER_SCALE)

/** Outcomes are where the five reels stop, from 0. There is nothing to choose: the parameters are empty. */
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
