import { sql } from 'kysely'
import { LIMIT_PERIODS, type LimitPeriod } from '#contract/responsible-play.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'

const HOUR_MS = 60 * 60_000
const HOURS: Readonly<Record<LimitPeriod, number>> = { day: 24, week: 7 * 24, month: 30 * 24 }
/** In 10⁻⁸ dollars. */
const CENT = 1_000_000n

/**
 * Compares a stake with the stakes and losses of all the player's accounts in the last 24 hours, 7 and 30 days. The
 * whole hour in which a period begins counts. An open round has lost its stake, and a payout counts for the hour of its
 * stake. Call it in the transaction that takes the stake and holds the player's lock.
 * @param usd what the stake is worth, in 10⁻⁸ dollars
 * @throws Refusal `limit_reached`
 */
export async function assertStakeAllowed(
  trx: Database,
  uid: number,
  usd: bigint,
  now: number,
): Promise<void> {
  const played = await playedSince(trx, uid, now)
  const afterwards = (of: (sums: Sums) => bigint) =>
    Object.fromEntries(LIMIT_PERIODS.map((period) => [period, centsUp(of(played[period]) + usd)])) as Record<
      LimitPeriod,
      bigint
    >
  await assertWithinLimits(
    trx,
    uid,
    'wager',
    0n,
    afterwards(({ staked }) => staked),
  )
  await assertWithinLimits(
    trx,
    uid,
    'loss',
    0n,
    afterwards(({ staked, paid }) => staked - paid),
  )
}

/** In 10⁻⁸ dollars. */
interface Sums {
  readonly staked: bigint
  readonly paid: bigint
}

async function playedSince(trx: Database, uid: number, now: number): Promise<Record<LimitPeriod, Sums>> {
  const accounts = await accountsOfPlayer(trx, uid)
  const from = (period: LimitPeriod) => new Date(now - (HOURS[period] + 1) * HOUR_MS)
  const sums = (column: 'staked' | 'paid', period: LimitPeriod) =>
    sql<string>`coalesce(sum(${sql.ref(column)}) filter (where hour > ${from(period)}), 0)`
  const row = await trx
    .selectFrom('play_hour')
    .select([sums('staked', 'day').as('day_staked'), sums('paid', 'day').as('day_paid')])
    .select([sums('staked', 'week').as('week_staked'), sums('paid', 'week').as('week_paid')])
    .select([sums('staked', 'month').as('month_staked'), sums('paid', 'month').as('month_paid')])
    .where('bucket', 'in', [...new Set(accounts.map(bucketOf))])
    .where('account_id', 'in', accounts)
    .where('hour', '>', from('month'))
    .executeTakeFirstOrThrow()
  return {
    day: { staked: BigInt(row.day_staked), paid: BigInt(row.day_paid) },
    week: { staked: BigInt(row.week_staked), paid: BigInt(row.week_paid) },
    month: { staked: BigInt(row.month_staked), paid: BigInt(row.month_paid) },
  }
}

/** Rounded up; below zero if the player has won. */
const centsUp = (usd: bigint) => (usd > 0n ? (usd + CENT - 1n) / CENT : usd / CENT)
