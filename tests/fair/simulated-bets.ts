import { expect } from 'vitest'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { chiSquare } from './chi-square.ts'

export const SIMULATED_BETS = 1_000_000

export interface Ending {
  multiplier: Multiplier
  probability: number
}

export interface Tally {
  add(multiplier: Multiplier): void
  /** Fails unless the return is within three standard errors of the enumerated one. */
  judge(endings: readonly Ending[]): void
}

export function createTally(name: string, size = SIMULATED_BETS): Tally {
  let bets = 0
  let paid = 0
  return {
    add(multiplier) {
      bets += 1
      paid += multiplier
    },
    judge(endings) {
      const mean = endings.reduce((sum, { multiplier, probability }) => sum + multiplier * probability, 0)
      const variance = endings.reduce(
        (sum, { multiplier, probability }) => sum + (multiplier - mean) ** 2 * probability,
        0,
      )
      const errors = (paid / bets - mean) / Math.sqrt(variance / bets)
      const [expected, got] = [mean, paid / bets].map((value) =>
        ((value / MULTIPLIER_SCALE) * 100).toFixed(3),
      )
      console.log(
        `${name}: return ${got}%, enumerated ${expected}%, off by ${errors.toFixed(2)} standard errors`,
      )
      expect(bets).toBe(size)
      expect(Math.abs(errors), name).toBeLessThan(3)
    },
  }
}

export interface Histogram {
  readonly counts: Uint32Array
  /**
   * Fails when a chi-square test rejects the probabilities at 0.001. Without probabilities all outcomes are
   * equally likely.
   */
  judge(probabilityOf?: (outcome: number) => number): void
}

export function createHistogram(name: string, size: number): Histogram {
  const counts = new Uint32Array(size)
  return {
    counts,
    judge(probabilityOf = () => 1 / size) {
      const categories = Array.from(counts, (count, outcome) => ({
        count,
        probability: probabilityOf(outcome),
      }))
      const total = categories.reduce((sum, { probability }) => sum + probability, 0)
      expect(total, `${name}: probabilities`).toBeCloseTo(1, 9)
      const { statistic, critical } = chiSquare(categories)
      expect(statistic, `${name}: chi-square`).toBeLessThan(critical)
    },
  }
}

/** Upper limits, in hundredths, of the categories of limbo and crash results: 1.01×, 1.10×, … */
export const RESULT_LIMITS = [101, 110, 125, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 100_000]

/** Category of a result in hundredths: the number of limits that it reaches. */
export function resultKind(outcome: number): number {
  const above = RESULT_LIMITS.findIndex((limit) => outcome < limit)
  return above === -1 ? RESULT_LIMITS.length : above
}

export function resultKindProbability(chanceOf: (limit: number) => number): (kind: number) => number {
  const reaches = (place: number) => {
    const limit = RESULT_LIMITS[place]
    return limit === undefined ? 0 : chanceOf(limit)
  }
  return (kind) => (kind === 0 ? 1 : reaches(kind - 1)) - reaches(kind)
}
