import type { Multiplier } from '#fair/multiplier.ts'
import type { SettledBet } from '#features/play/play-engine.ts'

export interface SessionStats {
  readonly bets: number
  /** `wins` paid more than their stake, `losses` less. A stake paid back as it was counts as neither. */
  readonly wins: number
  readonly losses: number
  /** Smallest units of the coin, as `net`. */
  readonly wagered: bigint
  readonly net: bigint
  readonly best: Multiplier
  /** `net` along the session, for a chart: begins with 0, ends with the latest. */
  readonly series: readonly bigint[]
  /** Bets from one point of the series to the next. */
  readonly stride: number
}

/** Points a chart gets at most; a longer session is drawn with a wider stride. */
export const SERIES_LIMIT = 200

export const EMPTY_STATS: SessionStats = {
  bets: 0,
  wins: 0,
  losses: 0,
  wagered: 0n,
  net: 0n,
  best: 0,
  series: [0n],
  stride: 1,
}

export function withBet(
  stats: SessionStats,
  { stake, payout, multiplier }: Pick<SettledBet, 'stake' | 'payout' | 'multiplier'>,
): SessionStats {
  const bets = stats.bets + 1
  const net = stats.net + payout - stake
  return {
    bets,
    wins: stats.wins + (payout > stake ? 1 : 0),
    losses: stats.losses + (payout < stake ? 1 : 0),
    wagered: stats.wagered + stake,
    net,
    best: Math.max(stats.best, multiplier),
    ...withPoint(stats, bets, net),
  }
}

/** The last point moves along until it stands a full stride from the one before. */
function withPoint(
  { series, stride }: Pick<SessionStats, 'series' | 'stride'>,
  bets: number,
  net: bigint,
): Pick<SessionStats, 'series' | 'stride'> {
  const isMoving = (bets - 1) % stride !== 0
  const next = [...(isMoving ? series.slice(0, -1) : series), net]
  if (next.length <= SERIES_LIMIT) return { series: next, stride }
  // Every other point from the start; the latest stays, on its way to the next full stride.
  const thinned = next.filter((_, index) => index % 2 === 0)
  return { series: next.length % 2 === 0 ? [...thinned, net] : thinned, stride: stride * 2 }
}
