import { MINES_TILES, mineTiles, minesGems, minesMultiplier, type MinesParams } from '#fair/mines.ts'
import { payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { PlayError } from '#features/play/play-error.ts'

/** What decides how a Mines round goes on. */
export interface MinesPosition {
  readonly params: MinesParams
  readonly stake: bigint
  readonly outcome: readonly number[]
  /** Tiles opened so far, all of them gems. */
  readonly opened: readonly number[]
}

/** The round is over when `multiplier` is there; 0 for a mine. */
export interface MinesStep {
  readonly opened: readonly number[]
  readonly multiplier: Multiplier | undefined
}

/**
 * Opens a tile. The round is cashed out when no gem is left, or when the next one would pay more than
 * `maxPayout`. @throws PlayError `bad_action`
 */
export function revealTile(position: MinesPosition, tile: number, maxPayout: bigint): MinesStep {
  const { params, stake, outcome } = position
  if (!Number.isInteger(tile) || tile < 0 || tile >= MINES_TILES) {
    throw new PlayError('bad_action', `There is no tile ${tile}`)
  }
  if (position.opened.includes(tile)) throw new PlayError('bad_action', `Tile ${tile} is open`)
  const opened = [...position.opened, tile]
  if (mineTiles(outcome, params).includes(tile)) return { opened, multiplier: 0 }
  const gems = opened.length
  const isLast = gems === minesGems(params) || payoutOf(stake, minesMultiplier(params, gems + 1)) > maxPayout
  return { opened, multiplier: isLast ? minesMultiplier(params, gems) : undefined }
}

/** What cashing out now pays for each unit of the stake. @throws PlayError `bad_action` */
export function cashOutMultiplier({ params, opened }: MinesPosition): Multiplier {
  if (opened.length === 0) throw new PlayError('bad_action', 'There is no gem to cash out')
  return minesMultiplier(params, opened.length)
}
