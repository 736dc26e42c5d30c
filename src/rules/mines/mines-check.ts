import { combinations } from '#fair/combinations.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { type Fields, parseInteger, parseList } from '#fair/parse-value.ts'
import { type Removal, removals } from '#rules/base/arithmetic.ts'
import { type GameCheck, whatWasDone } from '#rules/base/game-check.ts'
import {
  MINES_TILES,
  type MinesParams,
  mineTiles,
  minesGems,
  minesMultiplier,
  minesOutcome,
  parseMinesParams,
} from './mines.ts'

interface MinesArithmetic {
  game: 'mines'
  removals: readonly Removal[]
  params: MinesParams
  mineTiles: readonly number[]
  opened: readonly number[]
  gems: number
  /** True if the last opened tile was a mine. */
  isLost: boolean
  /** C(25, gems) and C(25 − mines, gems). */
  ways: bigint
  safeWays: bigint
  multiplier: Multiplier
}

/** `opened`: the tiles in the order the player opened them. */
interface MinesBet {
  params: MinesParams
  opened: readonly number[]
}

export const MINES_CHECK: GameCheck<MinesBet, MinesArithmetic> = {
  outcome(stream, params) {
    if (params['mines'] !== undefined) parseMinesParams(params)
    return minesOutcome(stream)
  },
  decidedBy: ['mines'],
  pays(bet, outcome) {
    const mines = parseMinesParams(bet['params'])
    const hidden = mineTiles(tilesOf(outcome, 'the draw'), mines)
    const tiles = openedIn(bet)
    if (tiles === undefined) return (recorded) => recorded === 0 || isWorthOfGems(recorded, mines)
    const list = tilesOf(tiles, 'the opened tiles')
    if (new Set(list).size < list.length) throw new FairnessError('a tile was opened twice')
    const mine = list.findIndex((tile) => hidden.includes(tile))
    if (mine >= 0 && mine < list.length - 1) throw new FairnessError('the round went on after a mine')
    return mine >= 0 ? 0 : minesMultiplier(mines, list.length)
  },
  done: openedIn,
  arithmetic({ params, opened }, stream) {
    const outcome = minesOutcome(stream)
    const tiles = mineTiles(outcome, params)
    const gems = opened.filter((tile) => !tiles.includes(tile)).length
    const isLost = gems < opened.length
    return {
      game: 'mines',
      removals: removals(outcome, MINES_TILES, stream),
      params,
      mineTiles: tiles,
      opened,
      gems,
      isLost,
      ways: combinations(MINES_TILES, gems),
      safeWays: combinations(MINES_TILES - params.mines, gems),
      multiplier: isLost ? 0 : minesMultiplier(params, gems),
    }
  },
}

function openedIn({ steps, opened }: Fields): unknown {
  return whatWasDone(steps, opened, (step) => (step['type'] === 'reveal' ? step['tile'] : step))
}

const tilesOf = (value: unknown, name: string): number[] =>
  parseList(value, name).map((tile) => parseInteger(tile, name, 0, MINES_TILES - 1))

function isWorthOfGems(recorded: Multiplier, mines: MinesParams): boolean {
  for (let gems = 0; gems <= minesGems(mines); gems += 1)
    if (minesMultiplier(mines, gems) === recorded) return true
  return false
}
