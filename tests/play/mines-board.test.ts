import { describe, expect, it } from 'vitest'
import { MINES_MAX, MINES_MIN, minesGems } from '#rules/mines/mines.ts'
import {
  FIRST_AUTO_PLAN,
  plannedGems,
  plannedTiles,
  tilesOfRound,
  withToggledTile,
} from '#features/play/mines/mines-auto-plan.ts'
import {
  BOARD_TILES,
  boardFaces,
  gemsFound,
  nextGemChance,
  randomHiddenTile,
  tilePlace,
} from '#features/play/mines/mines-board.ts'

/** Mines on 4, 0 and 24. The player has opened 12. */
const OUTCOME = [4, 0, 24, ...BOARD_TILES.filter((tile) => ![4, 0, 24].includes(tile)).slice(0, 21)]
const ended = (opened: readonly number[]) => ({ opened, outcome: OUTCOME, params: { mines: 3 } })

describe('the board', () => {
  it('shows only the gems of an open round, whatever was shown before', () => {
    const faces = boardFaces({ opened: [12, 3] }, ended([7]))
    expect(faces.filter((face) => face === 'gem')).toHaveLength(2)
    expect([faces[12], faces[3], faces[4]]).toEqual(['gem', 'gem', 'hidden'])
    expect(boardFaces(undefined, undefined)).toEqual(BOARD_TILES.map(() => 'hidden'))
  })

  it('shows every tile at the end, and marks those the player opened', () => {
    const faces = boardFaces(undefined, ended([12, 4]))
    expect([faces[12], faces[4], faces[0], faces[24], faces[1]]).toEqual([
      'gem',
      'hit',
      'mine',
      'mine',
      'missed-gem',
    ])
    expect(faces).not.toContain('hidden')
  })

  it('counts gems, not the mine', () => {
    expect(gemsFound({ opened: [12, 4], multiplier: 0 })).toBe(1)
    expect(gemsFound({ opened: [12, 3], multiplier: 12_857 })).toBe(2)
  })

  it('shows the chance of the next gem', () => {
    expect(nextGemChance({ mines: 3 }, 0)).toBe(8_800)
    expect(nextGemChance({ mines: 3 }, 4)).toBe(8_571)
    expect(nextGemChance({ mines: 24 }, 0)).toBe(400)
    expect(nextGemChance({ mines: 1 }, 24)).toBe(0)
  })

  it('counts rows and columns from 1', () => {
    expect(tilePlace(0)).toEqual({ row: 1, column: 1 })
    expect(tilePlace(9)).toEqual({ row: 2, column: 5 })
    expect(tilePlace(24)).toEqual({ row: 5, column: 5 })
  })

  it('picks among hidden tiles only, and from all of them', () => {
    const opened = [0, 1, 2]
    const picked = BOARD_TILES.slice(0, 22).map((step) => randomHiddenTile(opened, () => (step + 0.5) / 22))
    expect(new Set(picked)).toEqual(new Set(BOARD_TILES.slice(3)))
    expect(randomHiddenTile(BOARD_TILES)).toBeUndefined()
  })
})

describe('the tiles of auto-play', () => {
  it('are random and different, and never more than there are gems', () => {
    for (let mines = MINES_MIN; mines <= MINES_MAX; mines += 1) {
      const tiles = tilesOfRound({ ...FIRST_AUTO_PLAN, gems: 10 }, { mines })
      expect(new Set(tiles).size).toBe(Math.min(10, minesGems({ mines })))
      expect(tiles).toHaveLength(plannedGems({ gems: 10 }, { mines }))
    }
    expect(plannedGems({ gems: 0 }, { mines: 3 })).toBe(1)
  })

  it("are the player's, in the chosen order", () => {
    let plan = { ...FIRST_AUTO_PLAN, choice: 'chosen' as const }
    expect(tilesOfRound(plan, { mines: 3 })).toEqual([])
    for (const tile of [7, 3, 12, 3])
      plan = { ...withToggledTile(plan, { mines: 3 }, tile), choice: 'chosen' }
    expect(tilesOfRound(plan, { mines: 3 })).toEqual([7, 12])
  })

  it('stop at the number of gems', () => {
    const plan = { ...FIRST_AUTO_PLAN, tiles: [1, 2] }
    expect(withToggledTile(plan, { mines: 23 }, 3)).toBe(plan)
    expect(plannedTiles(plan, { mines: 24 })).toEqual([1])
    expect(withToggledTile(plan, { mines: 24 }, 1).tiles).toEqual([])
  })
})
