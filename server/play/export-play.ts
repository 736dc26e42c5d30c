import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { listBetsOf, listRoundsOf } from './bets.queries.ts'
import { MAX_BETS_PER_PAGE, type Bet } from '#contract/play.ts'
import { openServerSeed } from './seed-pairs.ts'

type Reader = (db: Database, uid: number, secrets: Pick<Secrets, 'decrypt'>) => Promise<unknown>

const placeOf = (uid: number) => [bucketOf(uid), uid] as const

/** What each table of play holds about a player, but for server seeds that are still secret. */
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
            ...{ bets: row.bets, wagered: row.wagered, edge: row.edge, receipts: row.receipts },
            ...{ betAt: row.bet_at, closedAt: row.closed_at },
          }
        : null
    },
  },
  seed_pair: {
    name: 'seeds',
    read: async (db, uid, secrets) => {
      const [bucket, id] = placeOf(uid)
      const rows = await db
        .selectFrom('seed_pair')
        .selectAll()
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .orderBy('ordinal')
        .execute()
      return rows.map((row) => ({
        ...{ ordinal: row.ordinal, state: row.state, serverSeedHash: row.hash, clientSeed: row.client_seed },
        serverSeed: row.state === 'ended' ? openServerSeed(secrets, uid, row) : null,
        ...{ betCount: row.bets, madeAt: row.made_at, begunAt: row.begun_at, endedAt: row.ended_at },
      }))
    },
  },
  bet: {
    name: 'bets',
    read: async (db, uid, secrets) => {
      const bets: Bet[] = []
      for (let after: string | undefined; ;) {
        const limit = `${MAX_BETS_PER_PAGE}` as const
        const page = await listBetsOf({ db, secrets }, uid, { after, limit })
        bets.push(...page.bets)
        if (page.next === null) return bets
        after = page.next
      }
    },
  },
  round: {
    name: 'rounds',
    read: async (db, uid, secrets) => (await listRoundsOf({ db, secrets }, uid)).rounds,
  },
  receipt: {
    name: 'receipts',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      const rows = await db
        .selectFrom('receipt')
        .select(['text', 'kid', 'signature'])
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .orderBy('sequence')
        .execute()
      return rows.map(({ text, kid, signature }) => ({
        ...{ receipt: text, kid, signature: Buffer.from(signature).toString('base64url') },
      }))
    },
  },
  auto_play: {
    name: 'autoPlays',
    read: async (db, uid) => {
      const [bucket, id] = placeOf(uid)
      const rows = await db
        .selectFrom('auto_play')
        .selectAll()
        .where('bucket', '=', bucket)
        .where('account_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ bucket: _, account_id: __, ...row }) => row)
    },
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
