import { describe, expect, it } from 'vitest'
import { diceChance, DICE_OUTCOMES } from '#rules/dice/dice.ts'
import { minesChance } from '#rules/mines/mines.ts'
import type { AutoPlaySettings } from '#features/play/auto/auto-play.ts'
import {
  previewPlan,
  PREVIEW_BETS,
  roundedUnits,
  type PlanToPreview,
} from '#features/play/auto/preview-plan.ts'
import { createSimulatedStream } from '#features/play/auto/simulated-stream.ts'
import { isRoundGame, rulesOf, type PlayGame, type RoundGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { GAME_PARAMS } from '../support/game-params.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'
import { COIN } from './local-engines.ts'

const EVEN = { side: 'over', target: 5_050 } as const
const LOSS = 1 - diceChance(EVEN) / DICE_OUTCOMES
const DOUBLED = { type: 'raise', bps: 10_000 } as const
const RUNS = 4_000

const plan = (settings: Partial<AutoPlaySettings>, changes: Partial<PlanToPreview> = {}): PlanToPreview => ({
  game: 'dice',
  params: EVEN,
  settings: { ...endlessAutoPlay(COIN), ...settings },
  balance: 1_000n * COIN,
  limits: { minStake: COIN / 100n, maxStake: 10_000n * COIN, maxPayout: 1_000_000n * COIN },
  ...changes,
})
const preview = (settings: Partial<AutoPlaySettings>, changes?: Partial<PlanToPreview>, runs = RUNS) =>
  previewPlan(plan(settings, changes), createSimulatedStream(20_261_125), runs)
/** Four standard errors of a share. */
const within = (share: number) => 4 * Math.sqrt((share * (1 - share)) / RUNS)
function expectShare(measured: number | undefined, share: number): void {
  expect(Math.abs((measured ?? 0) - share), `${measured} of ${share}`).toBeLessThanOrEqual(within(share))
}

describe('the preview of a plan', () => {
  it('of equal bets: all are played, and they cost their edge', () => {
    const { endChance, largestStake, expectedWagered, expectedCost, boundedAt } = preview({ count: 50 })
    expect(endChance).toEqual({ count: 1 })
    expect(largestStake).toBe(COIN)
    expect(expectedWagered).toBe(50n * COIN)
    const edge = rulesOf('dice').edge(EVEN)
    expect(Number(expectedCost) / Number(50n * COIN)).toBeCloseTo(edge, 6)
    expect(boundedAt).toBeUndefined()
  })

  it('of one bet with a loss stop at its stake: shows the chance to lose it', () => {
    expectShare(preview({ count: 2, stopOnLoss: COIN }).endChance.loss, LOSS)
  })

  it('of doubling after losses: shows the largest bet and the chance of so many losses', () => {
    // 1 + 2 + 4 + 8 + 16 are lost by five losses in a row, the only way to the stop within five bets.
    const { endChance, largestStake } = preview({
      count: 6,
      onLoss: DOUBLED,
      stopOnLoss: 31n * COIN,
      stopOnProfit: COIN,
    })
    expectShare(endChance.loss, LOSS ** 5)
    expectShare(endChance.profit, 1 - LOSS ** 5)
    expect(largestStake).toBe(16n * COIN)
  })

  it('finds the largest bet of very rare losing streaks', () => {
    // 25 losses in a row come once in 30 million runs. The balance ends them after nine, at 1 + … + 256.
    const { largestStake } = preview({ count: 25, onLoss: DOUBLED }, {}, 50)
    expect(largestStake).toBe(256n * COIN)
    const capped = preview({ count: 25, onLoss: DOUBLED, stakeCap: 40n * COIN }, {}, 50)
    expect(capped.largestStake).toBe(32n * COIN)
    const onWins = preview({ count: 12, onWin: DOUBLED, onLoss: { type: 'reset' } }, {}, 50)
    expect(onWins.largestStake).toBe(2_048n * COIN)
  })

  it('of an endless plan stops at the limit of simulated bets', () => {
    const { endChance, boundedAt, expectedWagered } = preview({}, { balance: 1_000_000n * COIN }, 20)
    expect(endChance).toEqual({})
    expect(boundedAt).toBe(PREVIEW_BETS)
    expect(expectedWagered).toBe(BigInt(PREVIEW_BETS) * COIN)
  })

  it('ends when the balance is used up', () => {
    // One stake is left after one more loss than wins. The Catalan numbers count the ways there.
    const ruined = [1, 1, 2, 5, 14].reduce(
      (sum, ways, wins) => sum + ways * (1 - LOSS) ** wins * LOSS ** (wins + 1),
      0,
    )
    const { endChance } = preview({ count: 10 }, { balance: COIN })
    expectShare(endChance.balance, ruined)
    expectShare(endChance.count, 1 - ruined)
  })

  it('plays a whole round in a game with steps', () => {
    const won = minesChance({ mines: 5 }, 3)
    const { endChance } = preview(
      { count: 2, stopOnLoss: COIN, stopOnProfit: 1n },
      { game: 'mines', params: { mines: 5, tiles: [3, 12, 21] } },
    )
    expectShare(endChance.profit, won)
    expectShare(endChance.loss, 1 - won)
  })

  it('cashes a round out before a step that could pay too much', () => {
    const limits = { minStake: 1n, maxStake: COIN, maxPayout: (19n * COIN) / 10n }
    const tiles = Array.from({ length: 20 }, (_, tile) => tile)
    // The first gem pays 1.23, the second 1.56, the third 1.99: two are opened.
    const { endChance } = preview(
      { count: 1, stopOnProfit: COIN / 2n },
      { game: 'mines', params: { mines: 5, tiles }, limits },
    )
    expectShare(endChance.profit, minesChance({ mines: 5 }, 2))
  })

  /** Games with steps that auto-play can play get their plan. */
  const PLANNED: { readonly [G in RoundGame]: object | undefined } = {
    mines: { mines: 3, tiles: [0, 1] },
    hilo: undefined,
  }
  const autoParams = (game: PlayGame) => (isRoundGame(game) ? PLANNED[game] : GAME_PARAMS[game].params)
  const games = PLAY_GAMES.filter((game) => autoParams(game) !== undefined)

  it.each(games)('returns what the rules of %s say, with evenly spaced floats', (game) => {
    const params = autoParams(game)
    const rules = rulesOf(game as string)
    const stream = createSimulatedStream(7)
    const parsed = rules.parseParams(params)
    const bets = 60_000
    const multiplierOf = (outcome: unknown): number => {
      if (rules.kind === 'instant') return rules.multiplier(parsed, outcome)
      const position = { params: parsed, outcome, steps: [] }
      const [step] = rules.parsePlan(params) ?? []
      return rules.take(position, step) ?? rules.valueAfter(position, step)
    }
    let [paid, squares] = [0, 0]
    for (let bet = 0; bet < bets; bet += 1) {
      const outcome = rules.draw(stream, parsed)
      const times = multiplierOf(outcome) / 10_000
      paid += times
      squares += times ** 2
    }
    const mean = paid / bets
    const standardError = Math.sqrt((squares / bets - mean ** 2) / bets)
    expect(Math.abs(mean - (1 - rules.edge(parsed))) / standardError).toBeLessThan(4)
  })

  it('refuses invalid bets of the game', () => {
    expect(() => preview({}, { params: { side: 'over', target: -1 } })).toThrow()
  })
})

describe('a simulated amount', () => {
  it.each([
    [0n, 0n],
    [7n, 7n],
    [999n, 999n],
    [1_009_899n, 1_010_000n],
    [2_354_881n, 2_350_000n],
    [9_996n, 10_000n],
  ])('of %s is shown as %s', (units, told) => {
    expect(roundedUnits(units)).toBe(told)
  })
})
