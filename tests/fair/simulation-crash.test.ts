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

/** A tenth of a chain each, so that the games before need no walk through one long chain. */
const GAMES_OF_A_CHAIN = 100_000
const CRASHES: readonly CrashParams[] = [101, 150, 200, 1_000, 10_000].map((target) => ({ target }))
const SALT = '0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4'

it('a million games of ten crash chains return what they should', { timeout: 300_000 }, () => {
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
