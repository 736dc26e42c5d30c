import { sql } from 'kysely'
import type { LimitPeriod } from '#contract/responsible-play.ts'
import type { Database } from '#server/db/tables.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'

const DAY_MS = 24 * 60 * 60_000
const PERIOD_MS: Readonly<Record<LimitPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** US cents of credited deposits in the last 24 hours, 7 and 30 days, summed over all accounts of the player. */
export async function depositedCents(
  db: Database,
  uid: number,
  now: number,
): Promise<Record<LimitPeriod, bigint>> {
  const since = (period: LimitPeriod) =>
    sql<string>`coalesce(sum(usd_cents) filter (where settled_at > ${new Date(now - PERIOD_MS[period])}), 0)`
  const row = await db
    .selectFrom('deposit')
    .select([since('day').as('day'), since('week').as('week'), since('month').as('month')])
    .where('account_id', 'in', await accountsOfPlayer(db, uid))
    .where('status', '=', 'credited')
    .where('settled_at', '>', new Date(now - PERIOD_MS.month))
    .executeTakeFirstOrThrow()
  return { day: BigInt(row.day), week: BigInt(row.week), month: BigInt(row.month) }
}
