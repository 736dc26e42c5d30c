/** C(n, k): the number of ways to choose k of n; 0 unless 0 ≤ k ≤ n. */
export function combinations(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let i = 1; i <= k; i += 1) ways = (ways * BigInt(n - k + i)) / BigInt(i)
  return ways
}
