import { MINES_TILES, mineTiles, minesGems, type MinesParams } from '#rules/mines/mines.ts'
import type { OpenRound, SettledBet } from '#features/play/play-engine.ts'

export const BOARD_SIZE = Math.sqrt(MINES_TILES)
export const BOARD_TILES: readonly number[] = Array.from({ length: MINES_TILES }, (_, tile) => tile)

/** The player opened `gem` and `hit`. `missed-gem` and `mine` are the other tiles, shown when the round is over. */
export type TileFace = 'hidden' | 'gem' | 'hit' | 'missed-gem' | 'mine'

/** Falls back to the latest finished round when there is no open one. */
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

export function gemsFound({
  opened,
  multiplier,
}: Pick<SettledBet<'mines'>, 'opened' | 'multiplier'>): number {
  return multiplier === 0 ? opened.length - 1 : opened.length
}

/** Counted from 1. */
export function tilePlace(tile: number): { row: number; column: number } {
  return { row: Math.floor(tile / BOARD_SIZE) + 1, column: (tile % BOARD_SIZE) + 1 }
}

/** In hundredths of a percent. */
export function nextGemChance(params: MinesParams, gems: number): number {
  return Math.round(((minesGems(params) - gems) / (MINES_TILES - gems)) * 10_000)
}

/** A number from 0 (included) to 1, like `Math.random`. It does not affect the draw of the mines. */
export type Pick01 = () => number

/** @returns a hidden tile, all equally likely; undefined when there is no hidden tile */
export function randomHiddenTile(
  opened: readonly number[],
  random: Pick01 = Math.random,
): number | undefined {
  const hidden = BOARD_TILES.filter((tile) => !opened.includes(tile))
  return hidden[Math.floor(random() * hidden.length)]
}
