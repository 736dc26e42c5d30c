import type { Database } from '#server/db/tables.ts'
import { dollarsOfUnits, releasedBy, unitsOfDollars } from './bonus-maths.ts'

/** A bonus that bets release. Amounts are in the smallest unit of its coin. */
export interface RunningBonus {
  readonly id: string
  readonly coin: string
  readonly decimals: number
  readonly releaseBps: number
  readonly amount: bigint
  readonly released: bigint
  /** Milliseconds since the epoch. */
  readonly grantedAt: number
  readonly expiresAt: number
}

/** Oldest first. */
export async function readRunningBonuses(db: Database, player: number): Promise<RunningBonus[]> {
  const rows = await db
    .selectFrom('bonus')
    .innerJoin('coin', 'coin.id', 'bonus.coin')
    .select(['bonus.id', 'bonus.coin', 'bonus.amount', 'bonus.released', 'coin.decimals'])
    .select(['bonus.release_bps', 'bonus.granted_at', 'bonus.expires_at'])
    .where('bonus.account_id', '=', player)
    .where('bonus.status', '=', 'active')
    .orderBy('bonus.ordinal')
    .execute()
  return rows.map(({ id, coin, decimals, ...row }) => ({
    id,
    coin,
    decimals,
    releaseBps: row.release_bps,
    amount: BigInt(row.amount),
    released: BigInt(row.released),
    grantedAt: row.granted_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }))
}

interface CountedBet {
  /** House edge on the risked part of the stake, in 10⁻⁸ dollars, as it counts for levels. */
  readonly edgeUsd: bigint
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface BonusRelease {
  readonly bonus: RunningBonus
  /** In the bonus's smallest unit, above 0. */
  readonly amount: bigint
  readonly isAll: boolean
}

/**
 * Releases a share of the bet's house edge, oldest bonus first; the rest of it goes to the next bonus. The stake
 * counts at the last known price of its coin, however old: a bet does not wait for a price.
 */
export function planReleases(bonuses: readonly RunningBonus[], { edgeUsd, at }: CountedBet): BonusRelease[] {
  const running = bonuses.filter(({ grantedAt, expiresAt }) => grantedAt <= at && at < expiresAt)
  const [oldest] = running
  if (!oldest) return []
  const releases: BonusRelease[] = []
  // In 10⁻⁸ dollars.
  let left = releasedBy(edgeUsd, oldest.releaseBps)
  for (const bonus of running) {
    const remaining = bonus.amount - bonus.released
    const due = unitsOfDollars(left, bonus.decimals)
    const amount = due < remaining ? due : remaining
    if (amount === 0n) break
    left -= dollarsOfUnits(amount, bonus.decimals)
    releases.push({ bonus, amount, isAll: amount === remaining })
  }
  return releases
}

export function afterReleases(
  bonuses: readonly RunningBonus[],
  releases: readonly BonusRelease[],
): readonly RunningBonus[] {
  return bonuses.flatMap((bonus) => {
    const release = releases.find((each) => each.bonus.id === bonus.id)
    if (!release) return bonus
    return release.isAll ? [] : { ...bonus, released: bonus.released + release.amount }
  })
}
