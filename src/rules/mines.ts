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

function refuseOpen(steps: readonly MinesStep[], tile: number): void {
  if (steps.some((step) => step.tile === tile)) throw new FairnessError(`Tile ${tile} is open`)
}

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
  parsePlan(value) {
    const { tiles } = parseFields(value, 'params')
    if (tiles === undefined) return undefined
    const most = minesGems(parseMinesParams(value))
    if (!Array.isArray(tiles) || tiles.length === 0 || tiles.length > most) {
      throw new FairnessError(`tiles must be a list of 1 to ${most} tiles`)
    }
    if (new Set(tiles).size !== tiles.length) throw new FairnessError('tiles must differ from each other')
    return tiles.map((tile) => ({ type: 'reveal', tile: parseTile(tile) }))
  },
  draw: (stream) => minesOutcome(stream),
  take({ params, outcome, steps }, { tile }) {
    refuseOpen(steps, tile)
    if (mineTiles(outcome, params).includes(tile)) return 0
    const gems = steps.length + 1
    return gems === minesGems(params) ? minesMultiplier(params, gems) : undefined
  },
  value: ({ params, steps: { length: gems } }) => (gems === 0 ? undefined : minesMultiplier(params, gems)),
  valueAfter({ params, steps }, { tile }) {
    refuseOpen(steps, tile)
    return minesMultiplier(params, steps.length + 1)
  },
  settledOutcome: ({ outcome }) => outcome,
  view: ({ steps }) => ({ opened: steps.map(({ tile }) => tile) }),
  stepsOf: ({ opened }) => opened.map((tile) => ({ type: 'reveal', tile })),
  parseView(value) {
    const { opened } = parseFields(value, 'a round')
    if (!Array.isArray(opened) || new Set(opened).size !== opened.length) {
      throw new FairnessError('the opened tiles must be a list of different tiles')
    }
    return { opened: opened.map(parseTile) }
  },
  // A step that would pay too much is refused, so only the first gem has to be payable.
  topMultiplier: (params) => minesMultiplier(params, 1),
  // Later gems differ from it by what is cut off the fourth decimal of a multiplier.
  edge: (params) => 1 - minesReturn(params, 1),
  wireOutcome: (outcome) => outcome,
  fromWire: (value) => MINES.parseOutcome(value),
  wireParams: (params) => params,
}
