import { describe, expect, it } from 'vitest'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { createStream } from '#fair/stream.ts'
import { verifyBet } from '#fair/verify-bet.ts'
import { GAMES, isPlayGame, rulesOf, topMultiplierOf, type PlayGame } from '#rules/games.ts'

/** What each game is tried with: nothing that is stored or sent may depend on which it is. */
const PARAMS: { readonly [G in PlayGame]: readonly object[] } = {
  dice: [
    { side: 'over', target: 5_050 },
    { side: 'under', target: 1 },
  ],
  limbo: [{ target: 101 }, { target: 1_600_000 }],
  mines: [{ mines: 1 }, { mines: 24 }],
  plinko: [
    { rows: 8, risk: 'low' },
    { rows: 16, risk: 'expert' },
  ],
}
const SEEDS = { serverSeed: 'ab'.repeat(32), clientSeed: 'koi' }
const games = Object.keys(GAMES).filter(isPlayGame)

describe.each(games)('the rules of %s', (game) => {
  const rules = rulesOf(game)
  const drawn = (params: unknown, nonce: number) => rules.draw(createStream({ ...SEEDS, nonce }), params)

  it('take their parameters and nothing else', () => {
    expect(rules.slug).toBe(game)
    for (const params of PARAMS[game]) {
      expect(rules.parseParams({ ...params, more: 'is left out' })).toEqual(params)
    }
    for (const wrong of [undefined, null, [], {}, 'dice', { side: 'over', target: 0.5, mines: 0, rows: 7 }]) {
      expect(() => rules.parseParams(wrong)).toThrow(FairnessError)
    }
  })

  it('read back what was drawn, and nothing else', () => {
    for (const given of PARAMS[game]) {
      const params = rules.parseParams(given)
      for (let nonce = 0; nonce < 200; nonce += 1) {
        const outcome = drawn(params, nonce)
        expect(rules.parseOutcome(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome)
      }
    }
    for (const wrong of [undefined, null, -1, 0.5, 'L', ['X'], [0, 0], {}]) {
      expect(() => rules.parseOutcome(wrong)).toThrow(FairnessError)
    }
  })

  it('read back what they said on the wire, and nothing else', () => {
    for (const given of PARAMS[game]) {
      const params = rules.parseParams(given)
      for (let nonce = 0; nonce < 200; nonce += 1) {
        const outcome = drawn(params, nonce)
        const wire: unknown = JSON.parse(JSON.stringify(rules.wireOutcome(outcome)))
        expect(rules.fromWire(wire, params)).toEqual(outcome)
      }
      for (const wrong of [undefined, null, -1, 1e12, 0.005, 'X', ['X'], [0, 0], {}]) {
        expect(() => rules.fromWire(wrong, params)).toThrow(FairnessError)
      }
    }
  })

  it('say an outcome as the verifier does', () => {
    for (const params of PARAMS[game]) {
      const outcome = rules.wireOutcome(drawn(rules.parseParams(params), 7))
      expect(verifyBet({ game, ...SEEDS, nonce: 7, params, outcome })).toMatchObject({ matches: true })
    }
  })

  it('keep an edge of one percent or so, and pay no more than they limit stakes by', () => {
    for (const given of PARAMS[game]) {
      const params = rules.parseParams(given)
      expect(rules.edge(params)).toBeGreaterThan(0.005)
      expect(rules.edge(params)).toBeLessThan(0.012)
      const top = rules.topMultiplier(params)
      expect(top).toBeGreaterThan(MULTIPLIER_SCALE)
      if (rules.kind === 'round') continue
      for (let nonce = 0; nonce < 200; nonce += 1) {
        expect(rules.multiplier(params, drawn(params, nonce))).toBeLessThanOrEqual(top)
      }
    }
  })
})

describe('a round of mines', () => {
  const rules = GAMES.mines
  const params = { mines: 3 }
  const outcome = rules.draw(createStream({ ...SEEDS, nonce: 0 }), params)
  const gems = Array.from({ length: 25 }, (_, tile) => tile).filter(
    (tile) => !outcome.slice(0, 3).includes(tile),
  )
  const step = (tile: number) => ({ type: 'reveal', tile }) as const
  const at = (...tiles: readonly number[]) => ({ params, outcome, steps: tiles.map(step) })
  const [first = 0, second = 0] = gems

  it('goes on with a gem, ends with a mine, and takes no tile twice', () => {
    expect(rules.take(at(), step(first))).toBeUndefined()
    expect(rules.take(at(first), step(outcome[0] ?? 0))).toBe(0)
    expect(() => rules.take(at(first), step(first))).toThrow(FairnessError)
    expect(() => rules.parseStep({ type: 'reveal', tile: 25 })).toThrow(FairnessError)
    expect(() => rules.parseStep({ type: 'jump', tile: 2 })).toThrow(FairnessError)
  })

  it('ends with the last gem, and says before a step what it is worth', () => {
    const before = at(...gems.slice(0, 21))
    const last = step(gems[21] ?? 0)
    expect(rules.take(before, last)).toBeGreaterThan(rules.value(before) ?? 0)
    expect(rules.take(before, last)).toBe(rules.valueAfter(before, last))
    expect(rules.valueAfter(at(first), step(second))).toBe(rules.value(at(first, second)))
    // A mine is told from a gem by nothing.
    expect(rules.valueAfter(at(first), step(outcome[0] ?? 0))).toBe(rules.value(at(first, second)))
    expect(() => rules.valueAfter(at(first), step(first))).toThrow(FairnessError)
  })

  it('shows the tiles that are open, and nothing of the draw', () => {
    expect(rules.view(at(first, second))).toEqual({ opened: [first, second] })
    expect(rules.parseView(JSON.parse(JSON.stringify(rules.view(at(first, second)))))).toEqual({
      opened: [first, second],
    })
    for (const wrong of [null, {}, { opened: [25] }, { opened: [1, 1] }, { opened: '1' }]) {
      expect(() => rules.parseView(wrong)).toThrow(FairnessError)
    }
    expect(rules.value(at())).toBeUndefined()
    expect(rules.valueAfter(at(), step(first))).toBe(topMultiplierOf({ game: 'mines', params }))
  })

  it('can be asked for as a whole', () => {
    expect(rules.parsePlan({ mines: 3 })).toBeUndefined()
    expect(rules.parsePlan({ mines: 3, tiles: [4, 0] })).toEqual([step(4), step(0)])
    for (const tiles of [[], [1, 1], [25], '1', Array.from({ length: 23 }, (_, tile) => tile)]) {
      expect(() => rules.parsePlan({ mines: 3, tiles })).toThrow(FairnessError)
    }
  })
})

it('there is no game but those listed', () => {
  expect(isPlayGame('toString')).toBe(false)
  expect(() => rulesOf('poker')).toThrow(FairnessError)
})
