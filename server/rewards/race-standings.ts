import { sql } from 'kysely'
import { dayOf } from '#fair/seal.ts'
import { WEEK_MS } from '#rules/rewards/race.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

const DAY_MS = 24 * 60 * 60_000
export interface Standing {
  readonly player: number
  /** House edge that counts, in 10⁻⁸ dollars. */
  readonly points: bigint
}

/**
 * All who take part in the race of a week and have points, the first one first. Who has joined earlier is before another
 * one with as many points. Bets count from the day of joining on, by the day (UTC) on which they were settled.
 * @param week its beginning in milliseconds since the epoch
 * @param dayCap in 10⁻⁸ dollars
 */
export async function readStandings(db: Database, week: number, dayCap: bigint): Promise<Standing[]> {
  const days = Array.from({ length: WEEK_MS / DAY_MS }, (_, day) => dayOf(week + day * DAY_MS))
  const { rows } = await sql<{ player: number; points: string }>`
    select entry.account_id as player, sum(least(play_day.edge, ${`${dayCap}`}::bigint))::text as points
    from race_entry entry
    join play_day on play_day.bucket = entry.bucket and play_day.account_id = entry.account_id
      and play_day.day = any(${days}::date[]) and play_day.day >= (entry.joined_at at time zone 'utc')::date
    where entry.bucket = any(${ALL_BUCKETS}::smallint[]) and entry.week = ${days[0]}::date
      and play_day.bucket = any(${ALL_BUCKETS}::smallint[]) and play_day.edge > 0
    group by entry.account_id, entry.joined_at
    order by sum(least(play_day.edge, ${`${dayCap}`}::bigint)) desc, entry.joined_at, entry.account_id`.execute(
    db,
  )
  return rows.map(({ player, points }) => ({ player, points: BigInt(points) }))
}

export async function countEntries(db: Database, week: number): Promise<number> {
  const { n } = await db
    .selectFrom('race_entry')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where(sql<boolean>`bucket = any(${ALL_BUCKETS}::smallint[])`)
    .where(sql<boolean>`week = ${dayOf(week)}::date`)
    .executeTakeFirstOrThrow()
  return Number(n)
}
