/** The median is taken of so many stakes; fewer than `FEWEST_STAKES` say nothing. */
export const RECENT_STAKES = 20
const FEWEST_STAKES = 3
/** More than so many times the median is far above the usual. */
const FAR_ABOVE = 10n
/** A stake of more than one part in so many of the balance is asked about in any case. */
const LARGE_PART = 4n

export interface StakeJudgement {
  readonly stake: bigint
  /** Before the stake is taken. */
  readonly balance: bigint
  /** Stakes of the bets before in this session, latest first; those beyond `RECENT_STAKES` do not count. */
  readonly recent: readonly bigint[]
  /** The highest stake that the player has confirmed in this session, or 0. */
  readonly acknowledged: bigint
  /** The player got to it by the Max button, which is easily hit by mistake. */
  readonly isMax: boolean
}

/**
 * `unusual`: far above what the player has staked so far. `large`: more than a quarter of the balance. `max`: all
 * that may be staked.
 */
export type StakeWarning = 'unusual' | 'large' | 'max'

/**
 * Tells why the player is asked before a bet; undefined if they are not. A stake up to the one acknowledged, or up to the
 * usual, is never asked about, so that playing on means one question and not one for each bet.
 */
export function judgeStake({
  stake,
  balance,
  recent,
  acknowledged,
  isMax,
}: StakeJudgement): StakeWarning | undefined {
  if (stake <= acknowledged) return undefined
  const usual = medianOf(recent.slice(0, RECENT_STAKES))
  if (usual !== undefined && stake <= usual) return undefined
  if (isMax) return 'max'
  if (usual !== undefined && stake > usual * FAR_ABOVE) return 'unusual'
  return stake * LARGE_PART > balance ? 'large' : undefined
}

/** The lower one of two medians; undefined for too few stakes. */
function medianOf(stakes: readonly bigint[]): bigint | undefined {
  if (stakes.length < FEWEST_STAKES) return undefined
  const sorted = stakes.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
