/** One kind of outcome: how often it came, and how probable it is. */
export interface Category {
  count: number
  probability: number
}

const SMALLEST_EXPECTED = 10
/** Standard normal quantile of 0.999. */
const Z_999 = 3.090_232

/**
 * Pearson's chi-square of counts against probabilities. Categories expected less than ten times are put
 * together with their next ones.
 * @returns the statistic and the value it exceeds with a chance of 0.001 when the probabilities are right
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

/** Wilson and Hilferty's approximation, good to a thousandth from some ten degrees of freedom on. */
function criticalValue(degrees: number): number {
  const spread = 2 / (9 * degrees)
  return degrees * (1 - spread + Z_999 * Math.sqrt(spread)) ** 3
}
