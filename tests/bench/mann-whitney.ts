/**
 * Two-sided p of the Mann–Whitney U test (normal approximation with tie correction): the probability that two samples
 * of one distribution differ at least this much. It compares ranks, so that a few slow answers do not decide.
 * https://en.wikipedia.org/wiki/Mann–Whitney_U_test
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  const total = all.length
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < total;) {
    let to = from
    while (to < total && all[to]?.value === all[from]?.value) to++
    const count = to - from
    const rank = (from + to + 1) / 2
    rankSum += rank * all.slice(from, to).filter(({ isFirst }) => isFirst).length
    ties += count ** 3 - count
    from = to
  }
  const n = first.length
  const m = second.length
  const u = rankSum - (n * (n + 1)) / 2
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)))
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt(variance)
  return Math.min(1, 2 * (1 - normal(z)))
}

/** Distribution function of the standard normal, by Zelen and Severo's polynomial (error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduce((total, factor, at) => total + factor * t ** (at + 1), 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
