import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { listOpenSharedBets, listRoundsOf } from './bets.queries.ts'

type Reader = (db: Database, uid: number, secrets: Pick<Secrets, 'decrypt'>) => Promise<unknown>

const placeOf = (uid: number) => [bucketOf(uid), uid] as const

/** Rows of a player in the tables of play, except for lists that grow with each bet (`export-lists.ts`). */
export const EXPORTED_PLAY: Readonly<Record<string, { readonly name: string; readonly read: Reader }>> = {
  play_account: {
    name: 'play',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      const row = await db
        .selectFrom('play_account')
        .selectAll()
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .executeTakeFirst()
      return row
        ? {
            bets: row.bets,
            wagered: row.wagered,
            edge: row.edge,
            receipts: row.receipts,
            betAt: row.bet_at,
            closedAt: row.closed_at,
          }
        : null
    },
  },
  round: {
    name: 'rounds',
    read: async (db, uid, secrets) => [
      ...(await listRoundsOf({ db, secrets }, uid)).rounds,
      ...(await listOpenSharedBets(db, uid)),
    ],
  },
  play_hour: {
    name: 'playByHour',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      return db
        .selectFrom('play_hour')
        .select(['hour', 'staked', 'paid'])
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .orderBy('hour')
        .execute()
    },
  },
  play_day: {
    name: 'playByDay',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      const { rows } = await sql<{ day: string; bets: string; edge: string; staked: string; paid: string }>`
        select day::text as day, bets, edge, staked, paid from play_day
        where bucket = ${bucket} and account_id = ${id} order by play_day.day`.execute(db)
      return rows
    },
  },
  top_win: {
    name: 'topWins',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      return db
        .selectFrom('top_win')
        .select(['game', 'bet_id', 'coin', 'at', 'stake', 'multiplier', 'payout', 'won'])
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .orderBy('at')
        .execute()
    },
  },
  play_guard: {
    name: 'playChanges',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      const row = await db
        .selectFrom('play_guard')
        .select('version')
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .executeTakeFirst()
      return Number(row?.version ?? 0)
    },
  },
}
