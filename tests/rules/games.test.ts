import { describe, expect, it } from 'vitest'
import { FairnessError } from '#fair/fairness-error.ts'
import {
  HILO_RANKS,
  HILO_ROUND_CARDS,
  hiloCardOf,
  hiloGuesses,
  type HiloCardName,
  type HiloGuess,
  type HiloMove,
} from '#rules/hilo/hilo.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { createStream } from '#fair/stream.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { isGiftGame } from '#rules/fair-games.ts'
import { GAMES, isPlayGame, rulesOf, topMultiplierOf, type PlayGame } from '#rules/games.ts'
import { hiloStepOf } from '#rules/hilo/hilo-rules.ts'

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
  keno: [
    { risk: 'classic', picks: [39] },
    { risk: 'high', picks: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
  ],
  wheel: [
    { segments: 10, risk: 'low' },
    { segments: 50, risk: 'high' },
  ],
  hilo: [{}, { startCard: '10C' }],
  'pond-reels': [{}],
  'gift-wheel': [{}],
}
/** Invalid parameters of games for which `{}` is valid. */
const WRONG: { readonly [G in PlayGame]?: readonly unknown[] } = {
  hilo: [{ startCard: 'XX' }, { startCard: 3 }],
  'pond-reels': [],
  'gift-wheel': [],
}
const NO_PARAMS = [{}, { side: 'over', target: 0.5, mines: 0, rows: 7 }]
const SEEDS = { serverSeed: 'ab'.repeat(32), clientSeed: 'koi' }
const games = Object.keys(GAMES).filter(isPlayGame)

describe.each(games)('the rules of %s', (game) => {
  const rules = rulesOf(game)
  const drawn = (params: unknown, nonce: number) => rules.draw(createStream({ ...SEEDS, nonce }), params)

  it('accept valid parameters and nothing else', () => {
    expect(rules.slug).toBe(game)
    for (const params of PARAMS[game]) {
      expect(rules.parseParams({ ...params, more: 'is left out' })).toEqual(params)
    }
    for (const wrong of [undefined, null, [], 'dice', ...(WRONG[game] ?? NO_PARAMS)]) {
      expect(() => rules.parseParams(wrong)).toThrow(FairnessError)
    }
  })

  it('read back what they drew, and nothing else', () => {
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

  it('read back their wire format, and nothing else', () => {
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

  it('describe an outcome as the verifier does', () => {
    for (const params of PARAMS[game]) {
      const outcome = drawn(rules.parseParams(params), 7)
      const wire = { params: rules.wireParams(params, outcome), outcome: rules.wireOutcome(outcome) }
      expect(verifyBet({ game, ...SEEDS, nonce: 7, ...wire })).toMatchObject({ matches: true })
    }
  })

  it('keep an edge of about one percent, or none as a gift, and never pay more than the multiplier that limits stakes', () => {
    for (const given of PARAMS[game]) {
      const params = rules.parseParams(given)
      if (isGiftGame(game)) expect(rules.edge(params)).toBe(0)
      else {
        expect(rules.edge(params)).toBeGreaterThan(0.005)
        expect(rules.edge(params)).toBeLessThan(0.012)
      }
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

  it('continues with a gem, ends with a mine, and refuses an open tile', () => {
    expect(rules.take(at(), step(first))).toBeUndefined()
    expect(rules.take(at(first), step(outcome[0] ?? 0))).toBe(0)
    expect(() => rules.take(at(first), step(first))).toThrow(FairnessError)
    expect(() => rules.parseStep({ type: 'reveal', tile: 25 })).toThrow(FairnessError)
    expect(() => rules.parseStep({ type: 'jump', tile: 2 })).toThrow(FairnessError)
  })

  it('ends with the last gem, and knows the worth of a step in advance', () => {
    const before = at(...gems.slice(0, 21))
    const last = step(gems[21] ?? 0)
    expect(rules.take(before, last)).toBeGreaterThan(rules.value(before) ?? 0)
    expect(rules.take(before, last)).toBe(rules.valueAfter(before, last))
    expect(rules.valueAfter(at(first), step(second))).toBe(rules.value(at(first, second)))
    // The worth must not tell a mine from a gem.
    expect(rules.valueAfter(at(first), step(outcome[0] ?? 0))).toBe(rules.value(at(first, second)))
    expect(() => rules.valueAfter(at(first), step(first))).toThrow(FairnessError)
  })

  it('shows open tiles and nothing of the draw', () => {
    expect(rules.view(at(first, second))).toEqual({ opened: [first, second] })
    expect(rules.stepsOf(rules.view(at(first, second)))).toEqual([step(first), step(second)])
    expect(rules.parseView(JSON.parse(JSON.stringify(rules.view(at(first, second)))))).toEqual({
      opened: [first, second],
    })
    for (const wrong of [null, {}, { opened: [25] }, { opened: [1, 1] }, { opened: '1' }]) {
      expect(() => rules.parseView(wrong)).toThrow(FairnessError)
    }
    expect(rules.value(at())).toBeUndefined()
    expect(rules.valueAfter(at(), step(first))).toBe(topMultiplierOf({ game: 'mines', params }))
  })

  it('accepts all its tiles at once', () => {
    expect(rules.parsePlan({ mines: 3 })).toBeUndefined()
    expect(rules.parsePlan({ mines: 3, tiles: [4, 0] })).toEqual([step(4), step(0)])
    for (const tiles of [[], [1, 1], [25], '1', Array.from({ length: 23 }, (_, tile) => tile)]) {
      expect(() => rules.parsePlan({ mines: 3, tiles })).toThrow(FairnessError)
    }
  })
})

describe('a bet on keno', () => {
  const rules = GAMES.keno

  it('is the same for picks in any order', () => {
    expect(rules.parseParams({ risk: 'low', picks: [30, 4, 12] })).toEqual({
      risk: 'low',
      picks: [4, 12, 30],
    })
    for (const picks of [[], [4, 4], [40], [-1], [0.5], '4', Array.from({ length: 11 }, (_, pick) => pick)]) {
      expect(() => rules.parseParams({ risk: 'low', picks })).toThrow(FairnessError)
    }
  })

  it('pays by its hits alone', () => {
    const outcome = rules.draw(createStream({ ...SEEDS, nonce: 1 }), { risk: 'high', picks: [0] })
    const missed = Array.from({ length: 40 }, (_, number) => number).filter((each) => !outcome.includes(each))
    const paid = (hits: number) =>
      rules.multiplier(
        { risk: 'high', picks: [...outcome.slice(0, hits), ...missed.slice(0, 5 - hits)] },
        outcome,
      )
    expect([0, 1, 2, 3, 4, 5].map(paid)).toEqual([0, 0, 0, 45_000, 480_000, 4_550_000])
  })

  it('accepts only a draw of ten different numbers of forty', () => {
    const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    for (const wrong of [ten.slice(1), [...ten, 10], [...ten.slice(1), 1], [...ten.slice(1), 40]]) {
      expect(() => rules.parseOutcome(wrong)).toThrow(FairnessError)
    }
  })
})

it('the pointer of a wheel stops at each of its segments', () => {
  for (const segments of [10, 50] as const) {
    const params = { segments, risk: 'medium' } as const
    const seen = new Set<number>()
    for (let nonce = 0; nonce < 1_000; nonce += 1) {
      seen.add(GAMES.wheel.draw(createStream({ ...SEEDS, nonce }), params))
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: segments }, (_, index) => index))
  }
  expect(() => GAMES.wheel.parseOutcome(50)).toThrow(FairnessError)
})

describe('a round of hilo', () => {
  const rules = GAMES.hilo
  const cards = ['8H', 'QS', '2D', '2C', 'AD', '5H'] as const
  const outcome = [...cards, ...Array<HiloCardName>(HILO_ROUND_CARDS - cards.length).fill('5H')]
  const at = (...moves: readonly HiloMove[]) => ({ params: {}, outcome, steps: moves.map(hiloStepOf) })
  const guess = (guessed: HiloGuess) => ({ type: 'guess', guess: guessed }) as const
  const SKIP = { type: 'skip' } as const

  it('continues with a right guess and a skip, and ends with a wrong guess', () => {
    expect(rules.take(at(), guess('higher-or-same'))).toBeUndefined()
    expect(rules.take(at('higher-or-same'), SKIP)).toBeUndefined()
    expect(rules.take(at('higher-or-same', 'skip'), guess('same'))).toBeUndefined()
    expect(rules.take(at('higher-or-same', 'skip'), guess('higher'))).toBe(0)
    expect(rules.take(at('skip', 'skip', 'skip', 'skip'), guess('lower'))).toBeUndefined()
  })

  it('accepts only the guesses of the card', () => {
    const wrong: readonly [readonly HiloMove[], HiloGuess][] = [
      [[], 'higher'],
      [[], 'same'],
      [['skip', 'skip'], 'higher-or-same'],
      [['skip', 'skip'], 'lower'],
      [['skip', 'skip', 'skip', 'skip'], 'higher'],
    ]
    for (const [moves, guessed] of wrong) {
      expect(() => rules.take(at(...moves), guess(guessed))).toThrow(FairnessError)
      expect(() => rules.valueAfter(at(...moves), guess(guessed))).toThrow(FairnessError)
    }
    for (const step of [
      { type: 'guess' },
      { type: 'guess', guess: 'skip' },
      { type: 'reveal', tile: 1 },
      {},
    ]) {
      expect(() => rules.parseStep(step)).toThrow(FairnessError)
    }
    expect(rules.parseStep({ type: 'skip', guess: 'same' })).toEqual(SKIP)
    expect(rules.parseStep({ type: 'guess', guess: 'same', more: 1 })).toEqual(guess('same'))
  })

  it('is worth the product of its right guesses, and a skip changes nothing', () => {
    expect(rules.value(at())).toBeUndefined()
    expect(rules.value(at('skip'))).toBeUndefined()
    expect(rules.valueAfter(at(), SKIP)).toBe(0)
    // 0.99 × 13/7 = 1.8385…, and then × 0.99 × 13
    expect(rules.valueAfter(at(), guess('higher-or-same'))).toBe(18_385)
    expect(rules.value(at('higher-or-same'))).toBe(18_385)
    expect(rules.value(at('higher-or-same', 'skip'))).toBe(18_385)
    expect(rules.valueAfter(at('higher-or-same'), SKIP)).toBe(18_385)
    // The worth must not tell a wrong guess from a right one.
    expect(rules.valueAfter(at('higher-or-same', 'skip'), guess('same'))).toBe(236_624)
    expect(rules.valueAfter(at('higher-or-same', 'skip'), guess('higher'))).toBe(19_718)
  })

  it('shows the turned cards and no other', () => {
    const position = at('higher-or-same', 'skip')
    expect(rules.view(position)).toEqual({ cards: ['8H', 'QS', '2D'], moves: ['higher-or-same', 'skip'] })
    expect(rules.stepsOf(rules.view(position))).toEqual(position.steps)
    expect(rules.parseView(JSON.parse(JSON.stringify(rules.view(position))))).toEqual(rules.view(position))
    for (const wrong of [null, {}, { cards: [], moves: [] }, { cards: ['8H'], moves: ['skip'] }]) {
      expect(() => rules.parseView(wrong)).toThrow(FairnessError)
    }
    expect(rules.settledOutcome(position)).toEqual(['8H', 'QS', '2D'])
    // The stored part of a finished round is enough to show it again.
    const kept = { ...position, outcome: rules.parseOutcome(rules.settledOutcome(position)) }
    expect(rules.view(kept)).toEqual(rules.view(position))
    expect(rules.value(kept)).toBe(rules.value(position))
  })

  it('is verified with its turned cards', () => {
    const bet = { ...SEEDS, nonce: 3 }
    for (const params of [{}, { startCard: 'AH' }] as const) {
      const drawn = rules.draw(createStream(bet), params)
      expect(drawn).toHaveLength(HILO_ROUND_CARDS)
      const kept = rules.settledOutcome({ params, outcome: drawn, steps: [SKIP, SKIP] })
      expect(kept).toHaveLength(3)
      const wire = { params: rules.wireParams(params, kept), outcome: rules.wireOutcome(kept) }
      expect(verifyBet({ game: 'hilo', ...bet, ...wire })).toMatchObject({ matches: true, outcome: kept })
    }
  })

  it('limits the stake by the first guess: of the chosen card, or of any card', () => {
    expect(rules.topMultiplier({})).toBe(128_700)
    expect(rules.topMultiplier({ startCard: 'AH' })).toBe(128_700)
    expect(rules.topMultiplier({ startCard: '8H' })).toBe(18_385)
    expect(rules.topMultiplier({ startCard: 'KC' })).toBe(64_350)
  })

  it('always allows a step within that limit before the first cash-out', () => {
    for (const rank of HILO_RANKS) {
      const startCard = `${rank}S` as const
      const position = { params: { startCard }, outcome: [startCard, ...outcome.slice(1)], steps: [] }
      const worths = hiloGuesses(hiloCardOf(startCard)).map((each) => rules.valueAfter(position, guess(each)))
      expect(Math.min(...worths)).toBeLessThanOrEqual(18_385)
      expect(rules.topMultiplier({ startCard })).toBeGreaterThanOrEqual(18_385)
    }
  })

  it('ends with its last card, which cannot be skipped, and at a million times the stake', () => {
    const last = at(...Array<HiloMove>(HILO_ROUND_CARDS - 2).fill('skip'))
    expect(() => rules.take(last, SKIP)).toThrow(FairnessError)
    expect(() => rules.valueAfter(last, SKIP)).toThrow(FairnessError)
    expect(rules.take(last, guess('lower-or-same'))).toBe(rules.valueAfter(last, guess('lower-or-same')))
    const over = at(...Array<HiloMove>(HILO_ROUND_CARDS - 1).fill('skip'))
    expect(() => rules.take(over, guess('lower-or-same'))).toThrow(FairnessError)

    const aces = Array<HiloCardName>(HILO_ROUND_CARDS).fill('AS')
    const rich = (count: number) => ({
      params: {},
      outcome: aces,
      steps: Array.from({ length: count }, () => guess('same')),
    })
    expect(rules.take(rich(4), guess('same'))).toBeUndefined()
    // 12.87⁵ is below a million, 12.87⁶ above.
    expect(rules.take(rich(5), guess('same'))).toBe(rules.valueAfter(rich(5), guess('same')))
    expect(rules.take(rich(5), guess('same'))).toBeGreaterThan(1_000_000 * MULTIPLIER_SCALE)
  })

  it('refuses lists of cards that no round can have', () => {
    for (const wrong of [[], ['8H', 'XX'], Array(HILO_ROUND_CARDS + 1).fill('8H'), [8]]) {
      expect(() => rules.parseOutcome(wrong)).toThrow(FairnessError)
    }
    expect(rules.parsePlan({ startCard: '8H', moves: ['higher-or-same'] })).toBeUndefined()
  })
})

it('only listed games are known', () => {
  expect(isPlayGame('toString')).toBe(false)
  expect(() => rulesOf('poker')).toThrow(FairnessError)
})
