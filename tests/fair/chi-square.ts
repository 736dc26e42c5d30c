export interface Category {
  count: number
  probability: number
}

const SMALLEST_EXPECTED = 10
/** Standard normal quantile of 0.999. */
const Z_999 = 3.090_232

/**
 * Pearson's chi-square test. Categories expected less than ten times are merged with the next ones.
 * @returns the statistic, and the limit that it exceeds with a chance of 0.001 if the probabilities are right
 */
export function chiSquare(categories: readonly Category[]): { statistic: number; critical: number } {
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  const merged: Category[] = []
  let open: Category = { count: 0, probability: 0 }
  for (const { count, probability } of categories) {
    open = { count: open.count + count, probability: open.probability + probability }
    if (open.probability * total < SMALLEST_EXPECTED) continue
    merged.push(open)
    open = { count: 0, probability: 0 }
  }
  const last = merged.pop() ?? { count: 0, probability: 0 }
  merged.push({ count: last.count + open.count, probability: last.probability + open.probability })

  const statistic = merged.reduce((sum, { count, probability }) => {
    const expected = probability * total
    return sum + (count - expected) ** 2 / expected
  }, 0)
  return { statistic, critical: criticalValue(merged.length - 1) }
}

/** Wilson and Hilferty's approximation: accurate to a thousandth from about ten degrees of freedom. */
function criticalValue(degrees: number): number {
  const spread = 2 / (9 * degrees)
  return degrees * (1 - spread + Z_999 * Math.sqrt(spread)) ** 3
}
