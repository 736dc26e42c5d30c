import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { ChainSender, ListedHistory, NumberedHistory, SentTransfer } from './chain-sender.ts'
import type { SignerContext } from './signer-context.ts'
import { readDecisions } from './wallet-decisions.ts'
import type { WalletMemory } from './wallet-memory.ts'

/** Minimum interval for a list of transfers without a sign of changes. */
const COMPARE_EVERY_MS = 10_000
/** Listed again each time, because an index may lag. */
const OVERLAP_MS = 10 * 60_000
/** Listing starts this long before the newest known payment. */
const BEFORE_KNOWN_MS = 7 * 24 * 60 * 60_000
/** After this time a signed transaction is either listed or expired. */
const LISTED_AFTER_MS = 180_000
const MOST_NUMBERS = 1_000

type Looking = Pick<SignerContext, 'db' | 'sender' | 'key'>
type Comparing = Looking & Pick<SignerContext, 'clock' | 'memory'>

/** Unknown payments of the wallet, described for the log. */
export async function compareWallet(context: Comparing): Promise<string[]> {
  const { history } = context.sender
  if (!history) return []
  const forgotten = await forgottenOf(context.db, context)
  const unknown = history.isNumbered
    ? await compareNumbers(context, history, forgotten)
    : await compareListed(context, history, forgotten)
  // All transactions are accounted for, though not as they were stored.
  if (forgotten && unknown.length === 0) context.memory.lastSigned = null
  return unknown
}

async function compareNumbers(
  context: Comparing,
  history: NumberedHistory,
  forgotten: WalletMemory['lastSigned'],
): Promise<string[]> {
  const { db, sender } = context
  const halt = await readHalt(db, sender)
  const { seen } = await history.used()
  const used = Math.max(seen, Number(halt?.seen_nonce ?? 0), (forgotten?.nonce ?? -1) + 1)
  const unknown = await unknownNumbers(db, context, used)
  if (unknown.length > 0) await keepHalt(context, used)
  // From here on the stored halt remembers it.
  if (forgotten) context.memory.lastSigned = null
  return unknown.map((number) => `number ${number}`)
}

/** Detects a restored database: it lacks a transaction that this process has stored. */
async function forgottenOf(
  db: Database,
  { sender: { chain }, memory: { lastSigned } }: Pick<Comparing, 'sender' | 'memory'>,
) {
  return lastSigned && !(await isKnown(db, chain, lastSigned.txId)) ? lastSigned : null
}

async function isKnown(db: Database, chain: string, txId: string): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawal_transaction')
    .select('id')
    .where('chain', '=', chain)
    .where('tx_id', '=', txId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Prevents storing a transaction in a database that lacks earlier transactions of the wallet.
 * @throws WalletUnknownError
 */
export async function assertWalletKnown(
  trx: Database,
  context: Pick<SignerContext, 'sender' | 'key' | 'memory'>,
  nonce: number | null,
): Promise<void> {
  if (!context.sender.history) return
  const isForgotten = (await forgottenOf(trx, context)) !== null
  const unknown = nonce === null ? [] : await unknownNumbers(trx, context, nonce)
  if (isForgotten || unknown.length > 0) {
    throw new WalletUnknownError('The database does not know all that the wallet has signed')
  }
}

/** Unknown transactions of the wallet stop all signing until an operator has explained them. */
export class WalletUnknownError extends Error {
  override readonly name = 'WalletUnknownError'
}

export async function unknownNumbers(
  db: Database,
  { sender, key }: Pick<Looking, 'sender' | 'key'>,
  used: number,
): Promise<number[]> {
  const { chain, address } = sender
  const { ranges } = await readDecisions(db, sender, key)
  const known = await db
    .selectFrom('withdrawal_nonce')
    .select([sql<string | null>`min(nonce)`.as('first')])
    .select(sql<string>`count(*) filter (where nonce < ${used})`.as('n'))
    .where('chain', '=', chain)
    .where('sender', '=', address)
    .executeTakeFirstOrThrow()
  // Ignore transactions from before the wallet was used for Koi.
  let from = Number(known.first ?? 0)
  for (let range = ranges.find(covers(from)); range; range = ranges.find(covers(from))) from = range.to + 1
  if (from === Number(known.first) && used - from <= Number(known.n)) return []
  const { rows } = await sql<{ number: string }>`
    select number from generate_series(${from}::bigint, ${used - 1}::bigint) number
    where not exists (
      select from withdrawal_nonce known
      where known.chain = ${chain} and known.sender = ${address} and known.nonce = number
    ) and not exists (
      select from json_to_recordset(${JSON.stringify(ranges)}::json) as range ("from" bigint, "to" bigint)
      where number between range."from" and range."to"
    )
    order by number desc limit ${sql.lit(MOST_NUMBERS)}`.execute(db)
  return rows.map(({ number }) => Number(number)).reverse()
}

const covers =
  (number: number) =>
  ({ from, to }: { readonly from: number; readonly to: number }) =>
    from <= number && number <= to

async function compareListed(
  context: Comparing,
  history: ListedHistory,
  forgotten: WalletMemory['lastSigned'],
): Promise<string[]> {
  const { db, sender, memory, clock } = context
  const now = clock()
  const newest = memory.compared?.newest ?? null
  if (forgotten || (newest !== null && !(await isKnown(db, sender.chain, newest)))) memory.compared = null
  if (forgotten && now - forgotten.at < LISTED_AFTER_MS) {
    await keepHalt(context, null)
    return [forgotten.txId]
  }
  const last = memory.compared
  if (last && now - last.at < COMPARE_EVERY_MS) {
    const still = await leftUnknown(context, last.unknown)
    if (still.length > 0 || last.unknown.length === 0) return still.map(({ txId }) => txId)
  }
  const since = last && last.unknown.length === 0 ? last.until - OVERLAP_MS : null
  const { unknown, until, isAll } = await unknownTransfers(context, history, since)
  const known = { newest: await newestKnown(db, sender.chain), unknown }
  const isEnough = isAll || unknown.length > 0
  memory.compared = { at: isEnough ? now : 0, until: isAll ? now : until, ...known }
  if (unknown.length > 0) await keepHalt(context, null)
  else if (!isAll) return ['more transfers than are read at once']
  return unknown.map(({ txId }) => txId)
}

async function newestKnown(db: Database, chain: string): Promise<string | null> {
  const row = await db
    .selectFrom('withdrawal_transaction')
    .select('tx_id')
    .where('chain', '=', chain)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.tx_id ?? null
}

export async function unknownTransfers(
  { db, sender, key }: Looking,
  history: ListedHistory,
  since: number | null,
): Promise<{ readonly unknown: SentTransfer[]; readonly until: number; readonly isAll: boolean }> {
  const { chain } = sender
  const decided = await readDecisions(db, sender, key)
  const newest = await db
    .selectFrom('withdrawal_transaction')
    .select(({ fn }) => fn.max('signed_at').as('at'))
    .where('chain', '=', chain)
    .executeTakeFirst()
  const first = since ?? (newest?.at ? newest.at.getTime() - BEFORE_KNOWN_MS : 0)
  const { sent, isAll } = await history.sentSince(Math.max(first, decided.until, 0))
  const unknown = await leftUnknown({ db, sender, key }, sent)
  return { unknown, until: sent.at(-1)?.at ?? first, isAll }
}

/**
 * Transactions with a withdrawal or an operator's decision. An expired or reverted attempt that is on the chain does not
 * count: it has paid although the database denies it.
 */
async function leftUnknown(
  { db, sender, key }: Looking,
  sent: readonly SentTransfer[],
): Promise<SentTransfer[]> {
  const decided = await readDecisions(db, sender, key)
  const open = sent.filter(({ txId, at }) => at > decided.until && !decided.txIds.has(txId))
  const known = new Set<string>()
  for (let at = 0; at < open.length; at += 500) {
    const ids = open.slice(at, at + 500).map(({ txId }) => txId)
    const rows = await db
      .selectFrom('withdrawal_transaction')
      .select('tx_id')
      .where('chain', '=', sender.chain)
      .where('tx_id', 'in', ids)
      .where('outcome', 'is distinct from', 'expired')
      .execute()
    for (const { tx_id } of rows) known.add(tx_id)
  }
  return open.filter(({ txId }) => !known.has(txId))
}

export async function readHalt(db: Database, { chain, address }: ChainSender) {
  return db
    .selectFrom('signer_halt')
    .selectAll()
    .where('chain', '=', chain)
    .where('sender', '=', address)
    .executeTakeFirst()
}

async function keepHalt({ db, sender, clock }: Comparing, used: number | null): Promise<void> {
  const { chain, address } = sender
  const seen_nonce = used === null ? null : String(used)
  await db
    .insertInto('signer_halt')
    .values({ chain, sender: address, since: new Date(clock()), seen_nonce })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ sender: address, seen_nonce }))
    .execute()
}
