import { combinations } from './combinations.ts'
import { drawWithoutReplacement } from './draw-without-replacement.ts'
import { MULTIPLIER_SCALE, type Multiplier, multiplierOf } from './multiplier.ts'
import { parseFields, parseInteger } from './parse-value.ts'
import type { RandomStream } from './stream.ts'

export interface MinesParams {
  /** 1 to 24. */
  mines: number
}

export const MINES_TILES = 25
export const MINES_MIN = 1
export const MINES_MAX = MINES_TILES - 1

/** @throws {FairnessError} when `value` is no bet on mines */
export function parseMinesParams(value: unknown): MinesParams {
  const { mines } = parseFields(value, 'params')
  return { mines: parseInteger(mines, 'mines', MINES_MIN, MINES_MAX) }
}

/** 24 of the tiles 0 … 24 (row by row from the top left) in the order drawn; the first ones are mines. */
export function minesOutcome(stream: RandomStream): readonly number[] {
  return drawWithoutReplacement(stream, MINES_TILES, MINES_TILES - 1)
}

/** The tiles that hold a mine. */
export function mineTiles(outcome: readonly number[], { mines }: MinesParams): readonly number[] {
  return outcome.slice(0, mines)
}

/** How many gems there are to find. */
export function minesGems({ mines }: MinesParams): number {
  return MINES_TILES - mines
}

/**
 * What cashing out after `gems` gems pays: 0.99 × C(25, k) / C(25 − m, k). Before the first gem it is
 * 1.00×, the stake itself.
 * @throws {RangeError} when there are not so many gems
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
