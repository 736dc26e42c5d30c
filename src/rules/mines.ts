import { FairnessError } from '#fair/fairness-error.ts'
import {
  MINES_TILES,
  mineTiles,
  minesGems,
  minesMultiplier,
  minesOutcome,
  minesReturn,
  parseMinesParams,
  type MinesParams,
} from '#fair/mines.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import type { RoundRules } from './game-rules.ts'

export interface MinesStep {
  readonly type: 'reveal'
  /** 0 to 24, row by row. */
  readonly tile: number
}

export interface MinesView {
  /** Tiles opened, in order; the last one is a mine when all was lost. */
  readonly opened: readonly number[]
}

const parseTile = (value: unknown) => parseInteger(value, 'tile', 0, MINES_TILES - 1)

/** The outcome is the 24 tiles drawn, in order; the first `params.mines` of them are mines. */
export const MINES: RoundRules<'mines', MinesParams, readonly number[], MinesStep, MinesView> = {
  slug: 'mines',
  kind: 'round',
  parseParams: parseMinesParams,
  parseOutcome(value) {
    if (!Array.isArray(value) || value.length !== MINES_TILES - 1 || new Set(value).size !== value.length) {
      throw new FairnessError(`the draw must be ${MINES_TILES - 1} different tiles`)
    }
    return value.map(parseTile)
  },
  parseStep(value) {
    const { type, tile } = parseFields(value, 'a step')
    return { type: parseChoice(type, 'type', ['reveal'] as const), tile: parseTile(tile) }
  },
  draw: (stream) => minesOutcome(stream),
  take({ params, stake, outcome, steps }, { tile }, { maxPayout }) {
    if (steps.some((step) => step.tile === tile)) throw new FairnessError(`Tile ${tile} is open`)
    if (mineTiles(outcome, params).includes(tile)) return 0
    const gems = steps.length + 1
    const isLast =
      gems === minesGems(params) || payoutOf(stake, minesMultiplier(params, gems + 1)) > maxPayout
    return isLast ? minesMultiplier(params, gems) : undefined
  },
  value: ({ params, steps: { length: gems } }) => ({
    multiplier: gems === 0 ? undefined : minesMultiplier(params, gems),
    nextMultiplier: minesMultiplier(params, gems + 1),
  }),
  view: ({ steps }) => ({ opened: steps.map(({ tile }) => tile) }),
  // A round is cashed out before it would pay too much, so only its first gem has to be payable.
  topMultiplier: (params) => minesMultiplier(params, 1),
  // Later gems differ from it by what is cut off the fourth decimal of a multiplier.
  edge: (params) => 1 - minesReturn(params, 1),
  wireOutcome: (outcome) => outcome,
}
