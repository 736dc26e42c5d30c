/** C(n, k): in how many ways k of n can be chosen; 0 when k is not between 0 and n. */
export function combinations(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let i = 1; i <= k; i += 1) ways = (ways * BigInt(n - k + i)) / BigInt(i)
  return ways
}
