import { combinations } from '#fair/combinations.ts'
import { drawWithoutReplacement } from '#fair/draw-without-replacement.ts'
import { MULTIPLIER_SCALE, type Multiplier, multiplierOf } from '#fair/multiplier.ts'
import { parseFields, parseInteger, parseChoice } from '#fair/parse-value.ts'
import type { RandomStream } from '#fair/stream.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import type { RoundRules } from '#rules/base/game-rules.ts'

export interface MinesParams {
  /** 1 to 24. */
  mines: number
}

export const MINES_TILES = 25
export const MINES_MIN = 1
export const MINES_MAX = MINES_TILES - 1

/** @throws {FairnessError} if `value` is not a bet on mines */
export function parseMinesParams(value: unknown): MinesParams {
  const { mines } = parseFields(value, 'params')
  return { mines: parseInteger(mines, 'mines', MINES_MIN, MINES_MAX) }
}

/** 24 of the tiles 0 … 24 (row by row from the top left) in the order drawn; the first ones are mines. */
export function minesOutcome(stream: RandomStream): readonly number[] {
  return drawWithoutReplacement(stream, MINES_TILES, MINES_TILES - 1)
}

export function mineTiles(outcome: readonly number[], { mines }: MinesParams): readonly number[] {
  return outcome.slice(0, mines)
}

/** Number of tiles without a mine. */
export function minesGems({ mines }: MinesParams): number {
  return MINES_TILES - mines
}

/**
 * The multiplier of a cash-out after `gems` gems: 0.99 × C(25, k) / C(25 − m, k). Before the first gem it is 1.00×, the
 * stake itself.
 * @throws {RangeError} if there are fewer gems
 */
export function minesMultiplier(params: MinesParams, gems: number): Multiplier {
  if (!Number.isInteger(gems) || gems < 0 || gems > minesGems(params)) {
    throw new RangeError(`${gems} gems cannot be found beside ${params.mines} mines`)
  }
  if (gems === 0) return MULTIPLIER_SCALE
  return multiplierOf(
    99n * combinations(MINES_TILES, gems),
    100n * combinations(MINES_TILES - params.mines, gems),
  )
}

/** The chance to find `gems` gems in a row from the start, 0 to 1. */
export function minesChance({ mines }: MinesParams, gems: number): number {
  return Number(combinations(MINES_TILES - mines, gems)) / Number(combinations(MINES_TILES, gems))
}

/** Return to player of a round that ends after `gems` gems (at least 1), 0 to 1. */
export function minesReturn(params: MinesParams, gems: number): number {
  return (minesChance(params, gems) * minesMultiplier(params, gems)) / MULTIPLIER_SCALE
}

export interface MinesStep {
  readonly type: 'reveal'
  /** 0 to 24, row by row. */
  readonly tile: number
}

export interface MinesView {
  /** In order; the last one is a mine if all was lost. */
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
  // The engine refuses a step that would win too much, so only the first gem must be payable.
  topMultiplier: (params) => minesMultiplier(params, 1),
  // The edge of later gems differs only by the rounding of multipliers to four decimals.
  edge: (params) => 1 - minesReturn(params, 1),
  wireOutcome: (outcome) => outcome,
  fromWire: (value) => MINES.parseOutcome(value),
  wireParams: (params) => params,
}
