// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { KENO_PICK_COUNTS, KENO_RISKS } from '#rules/keno/keno.ts'
import {
  ballOf,
  KENO_BALL_EVERY_MS,
  KENO_DRAW_MS,
  kenoTones,
  randomPicks,
  withToggledPick,
} from '#features/play/keno/keno-board.ts'
import { createKenoPlay } from '#features/play/keno/keno-play.ts'
import { kenoTable } from '#features/play/keno/keno-table.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { readyEngine, until } from './local-engines.ts'

const BET = {
  params: { risk: 'low', picks: [2, 9, 30] },
  outcome: [30, 1, 4, 9, 12, 20, 21, 22, 39, 0],
} as unknown as SettledBet<'keno'>

describe('the board', () => {
  it('shows a ball on each drawn number, and a hit on each drawn pick', () => {
    expect(ballOf(BET, 30)).toEqual({ ball: 'hit', place: 0 })
    expect(ballOf(BET, 0)).toEqual({ ball: 'miss', place: 9 })
    expect(ballOf(BET, 2)).toBeUndefined()
    expect(ballOf(undefined, 30)).toBeUndefined()
  })

  it('accepts up to ten picks, and each can be removed', () => {
    expect(withToggledPick([], 7)).toEqual([7])
    expect(withToggledPick([4, 30], 12)).toEqual([4, 12, 30])
    expect(withToggledPick([4, 12, 30], 12)).toEqual([4, 30])
    const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(withToggledPick(ten, 10)).toBe(ten)
    expect(withToggledPick(ten, 9)).toHaveLength(9)
  })

  it('picks different numbers at random from all numbers', () => {
    const seen = new Set<number>()
    for (let turn = 0; turn < 200; turn += 1) {
      const picks = randomPicks(10)
      expect(new Set(picks).size).toBe(10)
      expect([...picks].sort((a, b) => a - b)).toEqual(picks)
      for (const pick of picks) seen.add(pick)
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, number) => number))
    expect(randomPicks(3, () => 0)).toEqual([0, 1, 2])
    expect(randomPicks(3, () => 1 - Number.EPSILON)).toEqual([37, 38, 39])
  })

  it('plays a higher sound for each hit, and every ball within the time of the draw', () => {
    const tones = kenoTones(BET)
    expect(tones).toHaveLength(10)
    expect(tones.map(({ atMs }) => atMs / KENO_BALL_EVERY_MS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(tones.at(-1)?.atMs).toBeLessThan(KENO_DRAW_MS)
    const [first, miss, , second] = tones.map(({ hertz }) => hertz)
    expect(second).toBeGreaterThan(first ?? Infinity)
    expect(miss).toBeLessThan(first ?? 0)
  })
})

describe('the paytable', () => {
  it('lists every number of hits once, with chances that add up', () => {
    for (const risk of KENO_RISKS) {
      for (const count of KENO_PICK_COUNTS) {
        const rows = kenoTable(risk, count)
        expect(rows[0]?.fewest).toBe(0)
        expect(rows.at(-1)?.most).toBe(count)
        rows.slice(1).forEach(({ fewest }, index) => expect(fewest).toBe((rows[index]?.most ?? 0) + 1))
        expect(rows.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 12)
        // The board's width fits ten entries. Only those that pay nothing are merged.
        expect(rows.length).toBeLessThanOrEqual(10)
        for (const { fewest, most, multiplier } of rows)
          expect(fewest === most || multiplier === 0).toBe(true)
      }
    }
  })
})

describe('the game', () => {
  it('bets the numbers on the board, and refuses a bet without any', async () => {
    const engine = await readyEngine()
    const play = createKenoPlay(engine)
    await until(play.limits, (limits) => limits !== undefined)
    play.clear()
    expect(play.picks.get()).toEqual([])
    play.bet()
    expect(play.isPlacing.get()).toBe(false)
    expect((await engine.history.page({})).bets).toHaveLength(0)

    play.pickAtRandom()
    expect(play.picks.get()).toHaveLength(10)
    play.clear()
    for (const number of [30, 4, 12, 4]) play.toggle(number)
    play.setRisk('high')
    play.setStakeText('1')
    play.bet()
    await until(play.stage, ({ moving, shown }) => moving.length > 0 || shown !== undefined)
    const { bets } = await engine.history.page({})
    expect(bets.map(({ params }) => params)).toEqual([{ risk: 'high', picks: [12, 30] }])
    play.leave()
  })
})
