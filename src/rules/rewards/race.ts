import { shareOfEdge, type EdgeShares } from './edge-shares.ts'

/** Shares of the pool by rank, in basis points: all of it together. */
export const RACE_SHARES_BPS: readonly number[] = [
  2_500,
  1_500,
  1_000,
  700,
  500,
  400,
  ...Array.from({ length: 4 }, () => 300),
  ...Array.from({ length: 10 }, () => 220),
]

/** All in the unit of `points`. */
export function racePrize(
  rank: number,
  { points, pool }: { readonly points: bigint; readonly pool: bigint },
  { racePrizeMostBps }: Pick<EdgeShares, 'racePrizeMostBps'>,
): bigint {
  const share = shareOfEdge(pool, RACE_SHARES_BPS[rank - 1] ?? 0)
  const most = shareOfEdge(points, racePrizeMostBps)
  return share < most ? share : most
}

const DAY_MS = 24 * 60 * 60_000
/** 1970-01-01 was a Thursday; weeks begin on Monday, UTC. */
const FIRST_MONDAY_MS = 4 * DAY_MS
export const WEEK_MS = 7 * DAY_MS

/** Beginning of the week of a moment. Milliseconds since the epoch. */
export const weekOf = (at: number): number =>
  Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
