import { randomBytes } from 'node:crypto'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { canonicalJson } from '#fair/canonical-json.ts'
import { emptyRoot, hashLeaf, rootOf } from '#fair/merkle.ts'
import { NO_RECEIPT_BEFORE } from '#fair/receipt.ts'
import { dayAfter, endOfDay } from '#fair/seal.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { owedIn, readTotals } from '#server/ledger/balances.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import type { ReceiptKeys } from '#server/play/receipt-keys.ts'
import { hashOfText } from '#server/play/receipt-text.ts'
import { HASHES, hashByNode, RECEIPTS_TREE, readRoots } from './leaf-store.ts'
import { sealBalances } from './seal-balances.ts'
import { sealReceipts } from './seal-receipts.ts'

/** A day is sealed this long after its end: all plays that were planned before are written by then. */
export const SEALS_AFTER_MS = 5 * 60_000

export interface Build {
  readonly version: string
  /** See `hashBuild`; null if nothing was built. */
  readonly files: string | null
}

/** Reads the rounds of Crash that ended within a day, each as a text of its number, hash, salt and point. */
export type ReadCrashRounds = (trx: Database, day: string) => Promise<readonly string[]>

export interface SealServices {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'hash' | 'encrypt' | 'decrypt'>
  readonly clock: Clock
  readonly keys: ReceiptKeys
  readonly build: Build
  readonly readCrashRounds: ReadCrashRounds
}

const purposeOf = (day: string) => `seal ${day}`

export const openDaySecret = (
  secrets: Pick<Secrets, 'decrypt'>,
  { day, secret }: { readonly day: string; readonly secret: Uint8Array },
): Uint8Array => secrets.decrypt(purposeOf(day), secret)

/**
 * Seals the next day that is over, or goes on with it. A day is sealed once, by any process.
 * @returns the day; null if no day is due
 */
export async function sealNextDay(services: SealServices): Promise<string | null> {
  const { db, clock } = services
  const day = await nextDay(db)
  if (clock() < endOfDay(day) + SEALS_AFTER_MS) return null
  await db
    .insertInto('seal')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sealReceipts(db, day)
  await sign(services, day)
  return day
}

/** The day under way, the day after the last seal, or the first day with anything to seal. */
async function nextDay(db: Database): Promise<string> {
  const last = await db
    .selectFrom('seal')
    .select(['day', 'text'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last) return last.text === null ? last.day : dayAfter(last.day)
  const { rows } = await sql<{ receipt: string | null; since: string }>`
    select (
      select min(left(receipt.text::json ->> 'at', 10)) from play_account player
      join receipt on receipt.bucket = player.bucket and receipt.account_id = player.account_id
        and receipt.sequence = 1
    ) as receipt, (
      select to_char(min(applied_at) at time zone 'UTC', 'YYYY-MM-DD') from schema_migration
    ) as since`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database does not say since when it can keep seals')
  return row.receipt !== null && row.receipt < row.since ? row.receipt : row.since
}

/** Adds up what is owed, in one moment's view of the ledger, and signs the seal. */
async function sign({ db, secrets, clock, keys, build, readCrashRounds }: SealServices, day: string) {
  const signer = await keys.current()
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      const row = await trx
        .selectFrom('seal')
        .select(['receipts', 'at_bucket'])
        .where('day', '=', day)
        .where('text', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (row?.at_bucket !== BUCKETS) throw new Error(`Another process seals ${day}`)
      await requireUnsigned(trx, day)
      const before = await trx
        .selectFrom('seal')
        .select('text')
        .where('day', '<', day)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst()
      const secret = randomBytes(32)
      const receipts = rootOf(await readRoots(trx, { day, tree: RECEIPTS_TREE }, HASHES), HASHES.join)
      const at = new Date(clock())
      const text = canonicalJson({
        v: 1,
        type: 'seal',
        day,
        at: at.toISOString(),
        build,
        prev: before ? hashOfText(before.text ?? '') : NO_RECEIPT_BEFORE,
        receipts: { count: Number(row.receipts), root: hexOf(receipts ?? emptyRoot(hashByNode)) },
        crash: await sealCrash(trx, day, readCrashRounds),
        coins: await sealCoins({ trx, secrets, day, secret }),
        log: await sealLog(trx),
      })
      await trx
        .updateTable('seal')
        .set({
          at,
          text,
          kid: signer.kid,
          signature: signer.sign(text),
          secret: secrets.encrypt(purposeOf(day), secret),
        })
        .where('day', '=', day)
        .execute()
    })
}

/**
 * The transaction that signs a seal writes the balances of its day. Where they are there and the text is not, somebody
 * has erased the text: signing again would sign whatever was rewritten since.
 * @throws if the day was signed before
 */
async function requireUnsigned(trx: Database, day: string) {
  const sealed = await trx
    .selectFrom('seal_leaves')
    .select('tree')
    .where('day', '=', day)
    .where('tree', '<>', RECEIPTS_TREE)
    .limit(1)
    .executeTakeFirst()
  if (sealed) throw new Error(`The seal of ${day} was signed before, and its text was erased`)
}

async function sealCrash(trx: Database, day: string, readCrashRounds: ReadCrashRounds) {
  const rounds = await readCrashRounds(trx, day)
  const leaves = rounds.map((round) => hashLeaf(utf8ToBytes(round), hashByNode))
  return { rounds: rounds.length, root: hexOf(rootOf(leaves, HASHES.join) ?? emptyRoot(hashByNode)) }
}

/** Where the log of operators stands: nobody can change a line before it unseen. */
async function sealLog(trx: Database) {
  const { lines, hash } = await trx
    .selectFrom('admin_log_head')
    .select(['lines', 'hash'])
    .executeTakeFirstOrThrow()
  return { lines: Number(lines), head: hexOf(hash) }
}

/** @throws if the balances of players do not add up to the ledger's */
async function sealCoins(sealing: Parameters<typeof sealBalances>[0]) {
  const { trx } = sealing
  const trees = await sealBalances(sealing)
  const totals = await readTotals(trx)
  const coins = await trx.selectFrom('coin').select(['id', 'decimals']).orderBy('id').execute()
  return coins
    .filter(({ id }) => totals.some(({ coin }) => coin === id))
    .map(({ id, decimals }) => {
      const own = totals.filter(({ coin }) => coin === id)
      const owed = owedIn(totals, id)
      const tree = trees.get(id)
      if ((tree?.root.sum ?? 0n) !== owed) {
        throw new Error(`Balances in ${id} are ${tree?.root.sum ?? 0n}, and the ledger says ${owed}`)
      }
      return {
        coin: id,
        decimals,
        leaves: tree?.leaves ?? 0,
        total: String(owed),
        root: hexOf(tree?.root.hash ?? emptyRoot(hashByNode)),
        ledger: Object.fromEntries(own.map(({ kind, balance }) => [kind, String(balance)])),
      }
    })
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
