import type { HouseEdge } from '#contract/games.ts'

/** Return to player in basis points: 100% minus the edge. */
export function returnToPlayer({ minBps, maxBps }: HouseEdge): HouseEdge {
  return { minBps: 10_000 - maxBps, maxBps: 10_000 - minBps }
}

/** "1%", or "0.65–1.1%" if it depends on the player's choice. `percent` formats basis points. */
export function formatPercentRange({ minBps, maxBps }: HouseEdge, percent: (bps: number) => string): string {
  const most = percent(maxBps)
  if (minBps === maxBps) return most
  return `${percent(minBps).replace(/\s*%$/, '')}–${most}`
}
