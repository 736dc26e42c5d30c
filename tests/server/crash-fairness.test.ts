import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CRASH_STEPS,
  crashChance,
  crashOutcome,
  crashResult,
  crashReturn,
  crashWinningSteps,
  previousCrashHash,
} from '#rules/crash/crash.ts'
import { sha256 } from '#server/identity/secrets.ts'
import { CHAIN_GAMES } from '#server/crash/crash-chain.ts'
import type { Database } from '#server/db/tables.ts'
import { createHistogram, RESULT_LIMITS, resultKind, resultKindProbability } from '../fair/simulated-bets.ts'
import { openCrashEngine, type BettingPhase, type CrashDraw } from '../support/crash-engine.ts'
import { SIMULATED } from '../support/test-seed.ts'
import { pgliteBackend } from './suites/pglite-backend.ts'

/** Hundredths of a multiplier. */
const TARGETS = [101, 150, 200, 1_000, 10_000]
const ROUNDS = SIMULATED
const SOLVED_ROUNDS = 20_000
/** Number of rounds between two lines of progress, about a minute. */
const TOLD_EACH = 100_000
const CHAIN_LENGTH = Math.min(CHAIN_GAMES, Math.max(ROUNDS, SOLVED_ROUNDS))
/** Chance alone exceeds it in one of 300,000 runs. In standard errors. */
const MOST_ERRORS = 4.5
const LONG_MS = 7_200_000

/** Half of all rounds reach it. Hundredths of a multiplier. */
const MIDDLE = 198
const CHANCE = crashChance({ target: MIDDLE })

/** Guesses during the betting whether the round reaches MIDDLE, and may learn from its end. */
interface Solver {
  readonly name: string
  readonly guess: (phase: BettingPhase) => boolean
  readonly learn?: (phase: BettingPhase, isHigh: boolean) => void
}

const isHighWith = (gameHash: string, salt: string) => crashOutcome(gameHash, salt) >= MIDDLE
const isHighDigit = (hex = '') => Number.parseInt(hex.charAt(0) || '0', 16) > 7

const createSolvers = (): Solver[] => [
  {
    name: 'the chain, as if it were played forwards, with the newest value of the beacon',
    guess: ({ before }) => isHighWith(previousCrashHash(before?.gameHash ?? ''), before?.salt ?? ''),
  },
  {
    name: 'the hash before, once more',
    guess: ({ before }) => isHighWith(before?.gameHash ?? '', before?.salt ?? ''),
  },
  {
    name: 'the last hash of the chain, with the newest value of the beacon',
    guess: ({ lastHash, before }) => isHighWith(lastHash, before?.salt ?? ''),
  },
  {
    name: 'the newest value of the beacon, hashed on, with the hash before',
    guess: ({ before }) => isHighWith(before?.gameHash ?? '', previousCrashHash(before?.salt ?? '')),
  },
  { name: 'the first digit of the hash before', guess: ({ before }) => isHighDigit(before?.gameHash) },
  { name: 'the first digit of the beacon', guess: ({ before }) => isHighDigit(before?.salt) },
  { name: 'the round before', guess: ({ before }) => (before?.point ?? 0) >= MIDDLE },
  { name: 'the millisecond of its beginning', guess: ({ begunAt }) => begunAt % 2 === 1 },
  createLearner(),
]

/** A perceptron over the bits of the previous hash, the newest value of the beacon, the game and the time. */
function createLearner(): Solver {
  const bitsOf = ({ before, game, begunAt }: BettingPhase) =>
    [...`${before?.gameHash ?? ''}${before?.salt ?? ''}`, ...(game % 65_536).toString(16).padStart(4, '0')]
      .concat([...(begunAt % 65_536).toString(16).padStart(4, '0')])
      .flatMap((digit) => [1, 2, 4, 8].map((bit) => ((Number.parseInt(digit, 16) & bit) > 0 ? 1 : -1)))
  const weights = new Float64Array(1_024)
  const sum = (bits: readonly number[]) =>
    bits.reduce((all, bit, place) => all + bit * (weights[place] ?? 0), 0)
  return {
    name: 'what it has learned from all rounds before',
    guess: (phase) => sum(bitsOf(phase)) > 0,
    learn(phase, isHigh) {
      const bits = bitsOf(phase)
      if (sum(bits) > 0 === isHigh) return
      for (const [place, bit] of bits.entries()) {
        weights[place] = (weights[place] ?? 0) + (isHigh ? bit : -bit)
      }
    },
  }
}

describe('Crash returns 99% at each target', () => {
  it('by the exact distribution over all 2³² inputs', () => {
    for (const target of TARGETS) {
      const winning = crashWinningSteps({ target })
      // Without rounding, 2³² × 0.99 ÷ (n + 1) reaches the target for this many n.
      const exact = Number((99n * BigInt(CRASH_STEPS)) / BigInt(target))
      expect(Math.abs(winning - exact), `${target}`).toBeLessThanOrEqual(1)
      // Results only fall as the input grows, so it suffices to check around the limit.
      for (let step = winning - 2_000; step < winning + 2_000; step += 1) {
        expect(crashResult(step) >= target, `${target} at ${step}`).toBe(step < winning)
      }
      expect(crashReturn({ target })).toBe((winning * target) / 100 / CRASH_STEPS)
      expect(Math.abs(crashReturn({ target }) - 0.99)).toBeLessThan((2 * target) / 100 / CRASH_STEPS)
    }
  })
})

describe('the rounds of the server', () => {
  const backend = pgliteBackend()
  let db: Database
  beforeAll(backend.start)
  afterAll(backend.stop)

  it(`return 99% in ${ROUNDS} rounds`, { timeout: LONG_MS }, async () => {
    db = await backend.fresh()
    const { play } = await openCrashEngine(db, CHAIN_LENGTH)
    const wins = TARGETS.map(() => 0)
    const results = createHistogram('crash points by the engine', RESULT_LIMITS.length + 1)
    await play(ROUNDS, {
      onEnd({ point }, { game }) {
        if (game % TOLD_EACH === 0) console.log(`${game} of ${ROUNDS} rounds`)
        TARGETS.forEach((target, place) => {
          if (point >= target) wins[place] = (wins[place] ?? 0) + 1
        })
        const kind = resultKind(point)
        results.counts[kind] = (results.counts[kind] ?? Number.NaN) + 1
      },
    })
    TARGETS.forEach((target, place) => {
      const chance = crashChance({ target })
      const won = wins[place] ?? 0
      const errors = (won - ROUNDS * chance) / Math.sqrt(ROUNDS * chance * (1 - chance))
      const came = ((won * target) / ROUNDS).toFixed(3)
      console.log(`crash at ${target / 100}×: return ${came}%, off by ${errors.toFixed(2)} standard errors`)
      expect(Math.abs(errors), `${target}`).toBeLessThan(MOST_ERRORS)
    })
    results.judge(resultKindProbability((target) => crashChance({ target })))
  })

  /** @returns how far each solver beats chance, in standard errors */
  async function guessRounds(
    rounds: number,
    rig: (draw: CrashDraw) => Partial<CrashDraw> = () => ({}),
  ): Promise<Map<string, number>> {
    const { draw, play } = await openCrashEngine(db, CHAIN_LENGTH)
    const solvers = createSolvers()
    const right = new Map(solvers.map(({ name }) => [name, 0]))
    let guesses: boolean[] = []
    await play(
      rounds,
      {
        onBetting: (phase) => (guesses = solvers.map(({ guess }) => guess(phase))),
        onEnd({ point }, phase) {
          const isHigh = point >= MIDDLE
          for (const [place, { name, learn }] of solvers.entries()) {
            if (guesses[place] === isHigh) right.set(name, (right.get(name) ?? 0) + 1)
            learn?.(phase, isHigh)
          }
        },
      },
      { ...draw, ...rig(draw) },
    )
    const most = Math.max(CHANCE, 1 - CHANCE)
    return new Map(
      [...right].map(([name, n]) => [name, (n - rounds * most) / Math.sqrt(rounds * most * (1 - most))]),
    )
  }

  it(
    `cannot be predicted by any solver while bets are taken, in ${SOLVED_ROUNDS} rounds`,
    { timeout: LONG_MS },
    async () => {
      db = await backend.fresh()
      const errors = await guessRounds(SOLVED_ROUNDS)
      for (const [name, by] of errors) console.log(`${name}: right by ${by.toFixed(2)} standard errors`)
      for (const [name, by] of errors) expect(by, name).toBeLessThan(MOST_ERRORS)
    },
  )

  describe('are predicted by the solvers when they are flawed:', () => {
    beforeAll(async () => (db = await backend.fresh()))

    it('a chain played forwards, with a salt known in advance', async () => {
      const errors = await guessRounds(200, () => {
        const hashes = [sha256('rigged').toString('hex')]
        return {
          hashOf(game) {
            while (hashes.length <= game) hashes.push(previousCrashHash(hashes.at(-1) ?? ''))
            return Promise.resolve(hashes[game] ?? '')
          },
          saltOf: ({ before }) => Promise.resolve(before?.salt ?? 'first'),
        }
      })
      const [[name, by] = ['', 0]] = errors
      expect(name).toMatch(/^the chain, as if it were played forwards/)
      expect(by).toBeGreaterThan(MOST_ERRORS)
    })

    it('a salt derived from the previous one, when a game is played twice', async () => {
      const errors = await guessRounds(200, ({ hashOf }) => ({
        hashOf: () => hashOf(1),
        saltOf: ({ before }) => Promise.resolve(previousCrashHash(before?.salt ?? 'first')),
      }))
      expect(errors.get('the newest value of the beacon, hashed on, with the hash before')).toBeGreaterThan(
        MOST_ERRORS,
      )
    })

    it('a house that knows the result and shows it in the start time', async () => {
      const saltOf = (game: number) => `salt ${game}`
      const errors = await guessRounds(1_000, ({ hashOf }) => ({
        saltOf: ({ game }) => Promise.resolve(saltOf(game)),
        async beginAt(game, now) {
          const isHigh = isHighWith(await hashOf(game), saltOf(game))
          return (now % 2 === 1) === isHigh ? now : now + 1
        },
      }))
      expect(errors.get('the millisecond of its beginning')).toBeGreaterThan(MOST_ERRORS)
      expect(errors.get('what it has learned from all rounds before')).toBeGreaterThan(MOST_ERRORS)
    })
  })
})
