import { MINES_TILES, mineTiles, minesGems, type MinesParams } from '#rules/mines/mines.ts'
import type { OpenRound, SettledBet } from '#features/play/play-engine.ts'

/** Tiles in a row, and rows. */
export const BOARD_SIZE = Math.sqrt(MINES_TILES)
export const BOARD_TILES: readonly number[] = Array.from({ length: MINES_TILES }, (_, tile) => tile)

/**
 * What a tile shows. `gem` and `hit` were opened by the player; `missed-gem` and `mine` are what lay under
 * the others, shown when the round is over.
 */
export type TileFace = 'hidden' | 'gem' | 'hit' | 'missed-gem' | 'mine'

/** The face of every tile: of the open round, or else of the latest one that ended. */
export function boardFaces(
  round: Pick<OpenRound<'mines'>, 'opened'> | undefined,
  ended: Pick<SettledBet<'mines'>, 'opened' | 'outcome' | 'params'> | undefined,
): readonly TileFace[] {
  const opened = new Set((round ?? ended)?.opened)
  if (round || !ended) return BOARD_TILES.map((tile) => (opened.has(tile) ? 'gem' : 'hidden'))
  const mines = new Set(mineTiles(ended.outcome, ended.params))
  return BOARD_TILES.map((tile) => {
    if (mines.has(tile)) return opened.has(tile) ? 'hit' : 'mine'
    return opened.has(tile) ? 'gem' : 'missed-gem'
  })
}

/** The gems a round that is over has brought. */
export function gemsFound({
  opened,
  multiplier,
}: Pick<SettledBet<'mines'>, 'opened' | 'multiplier'>): number {
  return multiplier === 0 ? opened.length - 1 : opened.length
}

/** Row and column of a tile, counted from 1. */
export function tilePlace(tile: number): { row: number; column: number } {
  return { row: Math.floor(tile / BOARD_SIZE) + 1, column: (tile % BOARD_SIZE) + 1 }
}

/** The chance that the next tile holds a gem, in hundredths of a percent. */
export function nextGemChance(params: MinesParams, gems: number): number {
  return Math.round(((minesGems(params) - gems) / (MINES_TILES - gems)) * 10_000)
}

/** A number from 0 (included) to 1, as `Math.random` gives. What is drawn does not depend on it. */
export type Pick01 = () => number

/** One of the tiles that are not open, each as likely as the others; undefined when there is none. */
export function randomHiddenTile(
  opened: readonly number[],
  random: Pick01 = Math.random,
): number | undefined {
  const hidden = BOARD_TILES.filter((tile) => !opened.includes(tile))
  return hidden[Math.floor(random() * hidden.length)]
}
