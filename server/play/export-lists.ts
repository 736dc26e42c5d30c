import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { listBetsOf } from './bets.queries.ts'
import { toReceipt } from './play-answers.ts'
import { openServerSeed } from './seed-pairs.ts'

export interface ExportPage {
  readonly items: readonly unknown[]
  /** Null at the end of the list. */
  readonly next: string | null
}

interface Reading {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt' | 'hash'>
}

/** @param after cursor of the page; null for the first one. @throws Refusal `bad_request` */
export type PageReader = (reading: Reading, uid: number, after: string | null) => Promise<ExportPage>

/** Rows of a page: a few hundred kilobytes, which a slow line takes within the app's patience. */
export const EXPORT_PAGE = 500

/** @param rows of the page, and one more if the list goes on */
export function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => string,
  shown: (row: Row) => unknown,
): ExportPage {
  const page = rows.slice(0, EXPORT_PAGE)
  const last = rows.length > EXPORT_PAGE ? page.at(-1) : undefined
  return { items: page.map(shown), next: last ? placeOf(last) : null }
}

/** @throws Refusal `bad_request` for the cursor of another list */
export function numberAfter(after: string | null): string {
  if (after === null) return '0'
  if (/^\d+$/.test(after)) return after
  throw new Refusal('bad_request', 'That is where a page of another list ends', { fields: ['after'] })
}

const LARGEST_ORDINAL = 2 ** 31 - 1

/** Lists that grow with each bet. Server seeds that are still secret are left out. */
export const PLAY_LISTS: Readonly<Record<'bets' | 'receipts' | 'seeds' | 'autoPlays', PageReader>> = {
  async bets(reading, uid, after) {
    const query = after === null ? {} : { after: numberAfter(after) }
    const { bets, next } = await listBetsOf(reading, uid, query, EXPORT_PAGE)
    return { items: bets, next }
  },
  async receipts({ db }, uid, after) {
    const rows = await db
      .selectFrom('receipt')
      .select(['sequence', 'text', 'kid', 'signature'])
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('sequence', '>', numberAfter(after))
      .orderBy('sequence')
      .limit(EXPORT_PAGE + 1)
      .execute()
    return pageOf(rows, ({ sequence }) => sequence, toReceipt)
  },
  async seeds({ db, secrets }, uid, after) {
    const rows = await db
      .selectFrom('seed_pair')
      .selectAll()
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('ordinal', '>', Math.min(Number(numberAfter(after)), LARGEST_ORDINAL))
      .orderBy('ordinal')
      .limit(EXPORT_PAGE + 1)
      .execute()
    return pageOf(
      rows,
      ({ ordinal }) => String(ordinal),
      (row) => ({
        ordinal: row.ordinal,
        state: row.state,
        serverSeedHash: row.hash,
        clientSeed: row.client_seed,
        serverSeed: row.state === 'ended' ? openServerSeed(secrets, uid, row) : null,
        betCount: row.bets,
        madeAt: row.made_at,
        begunAt: row.begun_at,
        endedAt: row.ended_at,
      }),
    )
  },
  async autoPlays({ db }, uid, after) {
    const rows = await db
      .selectFrom('auto_play')
      .selectAll()
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('id', '>', numberAfter(after))
      .orderBy('id')
      .limit(EXPORT_PAGE + 1)
      .execute()
    return pageOf(
      rows,
      ({ id }) => id,
      ({ bucket: _, account_id: __, ...row }) => row,
    )
  },
}
