import { sql } from 'kysely'
import type { PlayerDetail } from '#contract/operator/players.ts'
import type { Database } from '#server/db/tables.ts'

const MOST_LINKS = 50

/**
 * Other accounts with the same mailbox, wallet or device, and those that have withdrawn to the same address; `player` for
 * one that is the same player by way of a third.
 */
export async function readLinks(
  db: Database,
  uid: number,
  accounts: readonly number[],
): Promise<PlayerDetail['links']> {
  const { rows } = await sql<{ uid: number; by: string }>`
    select uid, coalesce(string_agg(distinct by, ', ') filter (where by <> 'player'), 'player') as by from (
      select other.account_id as uid, case other.kind when 'email' then 'mailbox' else 'wallet' end as by
      from player_way own join player_way other using (way_hash) where own.account_id = ${uid}
      union
      select id, 'player' from unnest(${accounts}::integer[]) id
      union
      select other.account_id, 'device' from (
        select distinct device from login_event
        where account_id = ${uid} and outcome = 'ok' and device is not null
      ) own join login_event other on other.device = own.device and other.outcome = 'ok'
      union
      select other.account_id, 'address' from (
        select distinct address from withdrawal where account_id = ${uid}
      ) own join withdrawal other on other.address = own.address
    ) linked
    where uid <> ${uid} and uid is not null
    group by uid order by uid limit ${MOST_LINKS}`.execute(db)
  return rows.map(({ uid: other, by }) => ({ uid: other, by }))
}
