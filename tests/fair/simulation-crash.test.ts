import { expect, it } from 'vitest'
import {
  type CrashParams,
  crashChance,
  crashMultiplier,
  crashOutcome,
  previousCrashHash,
} from '#fair/crash.ts'
import {
  RESULT_LIMITS,
  SIMULATED_BETS,
  createHistogram,
  createTally,
  resultKind,
  resultKindProbability,
} from './simulated-bets.ts'

const CRASH: CrashParams = { target: 200 }
const SALT = '0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4'

it('a million games of one crash chain', { timeout: 300_000 }, () => {
  const tally = createTally('crash 2.00×')
  const histogram = createHistogram('crash results', RESULT_LIMITS.length + 1)
  let hash = previousCrashHash('a million koi')
  for (let game = 0; game < SIMULATED_BETS; game += 1) {
    const outcome = crashOutcome(hash, SALT)
    tally.add(crashMultiplier(CRASH, outcome))
    const kind = resultKind(outcome)
    histogram.counts[kind] = (histogram.counts[kind] ?? Number.NaN) + 1
    hash = previousCrashHash(hash)
  }
  const chance = crashChance(CRASH)
  tally.judge([
    { multiplier: CRASH.target * 100, probability: chance },
    { multiplier: 0, probability: 1 - chance },
  ])
  histogram.judge(resultKindProbability((target) => crashChance({ target })))
  expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(SIMULATED_BETS)
})
