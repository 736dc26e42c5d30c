import type { HouseEdge } from '#contract/games.ts'

/** Share of the stakes that players get back in the long run, in basis points: 100% less the edge. */
export function returnToPlayer({ minBps, maxBps }: HouseEdge): HouseEdge {
  return { minBps: 10_000 - maxBps, maxBps: 10_000 - minBps }
}

/** "1%" or, where it depends on the player's choice, "0.65–1.1%". `percent` formats basis points. */
export function formatPercentRange({ minBps, maxBps }: HouseEdge, percent: (bps: number) => string): string {
  const most = percent(maxBps)
  if (minBps === maxBps) return most
  return `${percent(minBps).replace(/\s*%$/, '')}–${most}`
}
