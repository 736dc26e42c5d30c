import { expect, it } from 'vitest'
import {
  type CrashParams,
  crashChance,
  crashMultiplier,
  crashOutcome,
  previousCrashHash,
} from '#rules/crash/crash.ts'
import {
  RESULT_LIMITS,
  SIMULATED_BETS,
  createHistogram,
  createTally,
  resultKind,
  resultKindProbability,
} from './simulated-bets.ts'

/** A tenth begins with a chain of its own: the games before it need not be walked through. */
const GAMES_OF_A_CHAIN = 100_000
/** Targets in hundredths: 1.01×, 1.5×, 2×, 10× and 100×. */
const CRASHES: readonly CrashParams[] = [101, 150, 200, 1_000, 10_000].map((target) => ({ target }))
const SALT = '0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4'

it('games of ten crash chains, a million together', { timeout: 300_000 }, () => {
  const tallies = CRASHES.map((params) => ({ params, tally: createTally(`crash ${params.target / 100}×`) }))
  const histogram = createHistogram('crash results', RESULT_LIMITS.length + 1)
  let hash = ''
  for (let game = 0; game < SIMULATED_BETS; game += 1) {
    if (game % GAMES_OF_A_CHAIN === 0) hash = previousCrashHash(`a million koi ${game}`)
    const outcome = crashOutcome(hash, SALT)
    for (const { params, tally } of tallies) tally.add(crashMultiplier(params, outcome))
    const kind = resultKind(outcome)
    histogram.counts[kind] = (histogram.counts[kind] ?? Number.NaN) + 1
    hash = previousCrashHash(hash)
  }
  for (const { params, tally } of tallies) {
    const chance = crashChance(params)
    tally.judge([
      { multiplier: params.target * 100, probability: chance },
      { multiplier: 0, probability: 1 - chance },
    ])
  }
  histogram.judge(resultKindProbability((target) => crashChance({ target })))
  expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(SIMULATED_BETS)
})
