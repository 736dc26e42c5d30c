import { sql } from 'kysely'
import { CHAIN_PER_PAGE, type listReceipts, type Receipt } from '#contract/play.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toReceipt } from './play-answers.ts'

interface Range {
  /** Number of the receipt before the first one. */
  readonly after: string
  readonly last: string
}

const LARGEST = '999999999999999999'

/** Receipts of a player in the order of their chain. Between two of them no receipt is added later. */
export async function listReceiptsOf(
  db: Database,
  uid: number,
  { serverSeedHash, after: cursor }: ParsedRequest<typeof listReceipts>['query'],
): Promise<{ readonly receipts: Receipt[]; readonly next: string | null }> {
  const range = cursor === undefined ? await rangeOf(db, uid, serverSeedHash) : rangeFrom(cursor)
  if (!range) return { receipts: [], next: null }
  const rows = await db
    .selectFrom('receipt')
    .select(['sequence', 'text', 'kid', 'signature'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('sequence', '>', range.after)
    .where('sequence', '<=', range.last)
    .orderBy('sequence')
    .limit(CHAIN_PER_PAGE + 1)
    .execute()
  const page = rows.slice(0, CHAIN_PER_PAGE)
  const end = rows.length > CHAIN_PER_PAGE ? page.at(-1) : undefined
  return { receipts: page.map(toReceipt), next: end ? `${end.sequence}-${range.last}` : null }
}

function rangeFrom(cursor: string): Range {
  const [after = '0', last = '0'] = cursor.split('-')
  return { after, last }
}

/** Undefined if the pair has no receipts. */
async function rangeOf(
  db: Database,
  uid: number,
  serverSeedHash: string | undefined,
): Promise<Range | undefined> {
  if (serverSeedHash === undefined) return { after: '0', last: LARGEST }
  const { rows } = await sql<{ readonly after: string | null; readonly last: string | null }>`
    select min(number) - 1 as after, max(number) as last
    from seed_pair as pair
    cross join lateral (
      select unnest(receipts) as number from bet
      where bet.bucket = pair.bucket and bet.account_id = pair.account_id and bet.pair = pair.ordinal
      union all
      select unnest(receipts) from round
      where round.bucket = pair.bucket and round.account_id = pair.account_id and round.pair = pair.ordinal
    ) as of_pair
    where pair.bucket = ${bucketOf(uid)} and pair.account_id = ${uid} and pair.hash = ${serverSeedHash}`.execute(
    db,
  )
  const { after, last } = rows[0] ?? { after: null, last: null }
  return after === null || last === null ? undefined : { after: String(after), last: String(last) }
}
