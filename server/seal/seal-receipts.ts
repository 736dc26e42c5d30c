import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { hashLeaf } from '#fair/merkle.ts'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { HASHES, hashByNode, LEAVES_PER_ROW, RECEIPTS_TREE, storeLeaves } from './leaf-store.ts'

/** Receipts that go into the tree in one transaction: whole rows of leaves. */
const PAGE = 8 * LEAVES_PER_ROW
const AT_THE_END = { at_bucket: BUCKETS, at_account: 0 }
const PLAYERS = 1_000

interface Range {
  readonly bucket: number
  readonly uid: number
  readonly first: number
  readonly last: number
}

/**
 * Puts the receipts of a day into its tree, players in the order of bucket and number, each player's receipts in the
 * order of the chain. It goes on from where it stopped and reads nothing twice. For each player it begins after the
 * last receipt that is in a seal, and ends with the last one of that day: a receipt that was written too late is in the
 * next seal.
 */
export async function sealReceipts(db: Database, day: string): Promise<void> {
  const at = await db
    .selectFrom('seal')
    .select(['receipts', 'at_bucket', 'at_account'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  let done = Number(at.receipts)
  let page: Range[] = []
  let inPage = 0
  const write = async (isLast = false) => {
    await writePage(db, day, { done, ranges: page, isLast })
    done += inPage
    ;[page, inPage] = [[], 0]
    await letOthersRun()
  }
  for await (let range of rangesOf(db, day, { bucket: at.at_bucket, uid: at.at_account })) {
    for (;;) {
      const room = PAGE - inPage
      const cut = Math.min(range.last, range.first + room - 1)
      page.push({ ...range, last: cut })
      inPage += cut - range.first + 1
      if (inPage === PAGE) await write()
      if (cut === range.last) break
      range = { ...range, first: cut + 1 }
    }
  }
  // In one transaction: only the last page may be partly full.
  if (inPage > 0) await write(true)
  else await moveOn(db, day, { done, to: { receipts: String(done), ...AT_THE_END } })
}

async function* rangesOf(
  db: Database,
  day: string,
  from: { readonly bucket: number; readonly uid: number },
): AsyncGenerator<Range> {
  for (let { bucket, uid } = from; bucket < BUCKETS;) {
    // The player at whom it stopped may have more.
    const { rows } = await sql<{ uid: number; first: string; last: string | null }>`
      select player.account_id as uid, before.sealed + 1 as first, ends.last
      from play_account player
      cross join lateral (
        select coalesce((
          select last_sequence from seal_range
          where bucket = player.bucket and account_id = player.account_id
          order by first_sequence desc limit 1), 0) as sealed
      ) before
      left join lateral (
        select sequence as last from receipt
        where bucket = player.bucket and account_id = player.account_id and sequence > before.sealed
          and left(text::json ->> 'at', 10) <= ${day}
        order by sequence desc limit 1
      ) ends on player.receipts > before.sealed
      where player.bucket = ${bucket} and player.account_id >= ${uid}
      order by player.account_id limit ${PLAYERS}`.execute(db)
    for (const row of rows) {
      if (row.last === null) continue
      yield { bucket, uid: row.uid, first: Number(row.first), last: Number(row.last) }
    }
    const last = rows.at(-1)
    if (last !== undefined && rows.length === PLAYERS) uid = last.uid + 1
    else [bucket, uid] = [bucket + 1, 0]
  }
}

async function writePage(
  db: Database,
  day: string,
  {
    done,
    ranges,
    isLast,
  }: { readonly done: number; readonly ranges: readonly Range[]; readonly isLast: boolean },
): Promise<void> {
  const hashes = await readHashes(db, ranges)
  const leaves = hashes.map((hash) => hashLeaf(hash, hashByNode))
  const last = ranges.at(-1)
  if (last === undefined) return
  await db.transaction().execute(async (trx) => {
    const place = isLast ? AT_THE_END : { at_bucket: last.bucket, at_account: last.uid }
    await moveOn(trx, day, { done, to: { receipts: String(done + leaves.length), ...place } })
    const firstRow = done / LEAVES_PER_ROW
    await storeLeaves(trx, { day, tree: RECEIPTS_TREE }, HASHES, { firstRow, leaves })
    let leaf = done
    const rows = ranges.map(({ bucket, uid, first, last: end }) => {
      const row = {
        bucket,
        account_id: uid,
        first_sequence: first,
        last_sequence: end,
        day,
        first_leaf: leaf,
      }
      leaf += end - first + 1
      return row
    })
    await sql`
      insert into seal_range (bucket, account_id, first_sequence, last_sequence, day, first_leaf)
      select bucket, account_id, first_sequence, last_sequence, day, first_leaf
      from json_to_recordset(${JSON.stringify(rows)}::json) as each (bucket smallint, account_id integer,
        first_sequence bigint, last_sequence bigint, day text, first_leaf bigint)`.execute(trx)
  })
}

/** SHA-256 of each receipt's text, in order. The database hashes them: reading the texts would be ten times as much. */
async function readHashes(db: Database, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = []
  for (const bucket of new Set(ranges.map((range) => range.bucket))) {
    const own = ranges.filter((range) => range.bucket === bucket)
    const { rows } = await sql<{ hash: Uint8Array }>`
      select sha256(convert_to(receipt.text, 'UTF8')) as hash
      from json_to_recordset(${JSON.stringify(own)}::json) as range (uid integer, first bigint, last bigint)
      join receipt on receipt.bucket = ${bucket} and receipt.account_id = range.uid
        and receipt.sequence between range.first and range.last
      order by receipt.account_id, receipt.sequence`.execute(db)
    const expected = own.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    if (rows.length !== expected) {
      throw new Error(`Bucket ${bucket} has ${rows.length} receipts where there should be ${expected}`)
    }
    for (const { hash } of rows) hashes.push(hash)
  }
  return hashes
}

/** @throws if another process has gone on with the day meanwhile */
async function moveOn(
  trx: Database,
  day: string,
  {
    done,
    to,
  }: { readonly done: number; readonly to: { receipts: string; at_bucket: number; at_account: number } },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('seal')
    .set(to)
    .where('day', '=', day)
    .where('receipts', '=', String(done))
    .where('text', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Another process seals ${day}`)
}
