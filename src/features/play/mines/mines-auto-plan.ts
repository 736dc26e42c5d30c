import { minesGems, type MinesParams } from '#rules/mines/mines.ts'
import { randomHiddenTile, type Pick01 } from './mines-board.ts'

export interface MinesAutoPlan {
  readonly choice: 'random' | 'chosen'
  /** Number of random tiles, from 1. */
  readonly gems: number
  /** In the order the player chose them. */
  readonly tiles: readonly number[]
}

export const FIRST_AUTO_PLAN: MinesAutoPlan = { choice: 'random', gems: 3, tiles: [] }

/** Clamped to the number of gems. */
export function plannedGems({ gems }: Pick<MinesAutoPlan, 'gems'>, params: MinesParams): number {
  return Math.min(Math.max(gems, 1), minesGems(params))
}

/** Drops chosen tiles beyond the number of gems: the round ends with the last gem. */
export function plannedTiles(
  { tiles }: Pick<MinesAutoPlan, 'tiles'>,
  params: MinesParams,
): readonly number[] {
  return tiles.slice(0, minesGems(params))
}

/** @returns an empty list when the player has chosen no tile */
export function tilesOfRound(plan: MinesAutoPlan, params: MinesParams, random?: Pick01): readonly number[] {
  if (plan.choice === 'chosen') return plannedTiles(plan, params)
  const tiles: number[] = []
  while (tiles.length < plannedGems(plan, params)) {
    const tile = randomHiddenTile(tiles, random)
    if (tile === undefined) break
    tiles.push(tile)
  }
  return tiles
}

/** Adds or removes a tile. A tile beyond the number of gems changes nothing. */
export function withToggledTile(plan: MinesAutoPlan, params: MinesParams, tile: number): MinesAutoPlan {
  const tiles = plannedTiles(plan, params)
  if (tiles.includes(tile)) return { ...plan, tiles: tiles.filter((other) => other !== tile) }
  return tiles.length < minesGems(params) ? { ...plan, tiles: [...tiles, tile] } : plan
}
