import { minesGems, type MinesParams } from '#rules/mines/mines.ts'
import { randomHiddenTile, type Pick01 } from './mines-board.ts'

/** What auto-play opens in each round before it cashes out. */
export interface MinesAutoPlan {
  readonly choice: 'random' | 'chosen'
  /** Random tiles to open, from 1. */
  readonly gems: number
  /** Tiles the player has chosen, in that order. */
  readonly tiles: readonly number[]
}

export const FIRST_AUTO_PLAN: MinesAutoPlan = { choice: 'random', gems: 3, tiles: [] }

/** As many random tiles as there are gems, at most. */
export function plannedGems({ gems }: Pick<MinesAutoPlan, 'gems'>, params: MinesParams): number {
  return Math.min(Math.max(gems, 1), minesGems(params))
}

/** The chosen tiles that count: beyond the number of gems nothing can be won. */
export function plannedTiles(
  { tiles }: Pick<MinesAutoPlan, 'tiles'>,
  params: MinesParams,
): readonly number[] {
  return tiles.slice(0, minesGems(params))
}

/** The tiles to open in the next round; none when none has been chosen. */
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

/** The plan with a tile chosen, or no longer chosen. One too many changes nothing. */
export function withToggledTile(plan: MinesAutoPlan, params: MinesParams, tile: number): MinesAutoPlan {
  const tiles = plannedTiles(plan, params)
  if (tiles.includes(tile)) return { ...plan, tiles: tiles.filter((other) => other !== tile) }
  return tiles.length < minesGems(params) ? { ...plan, tiles: [...tiles, tile] } : plan
}
