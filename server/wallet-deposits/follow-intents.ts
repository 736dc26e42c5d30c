import { sql, type Selectable } from 'kysely'
import type { EvmReceipt, EvmTransaction, EvmTransfer } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { isRecordable, type EvmDepositChain } from './evm-deposit-chain.ts'
import { GIVEN_UP_MS, isDue, isFollowed, type IntentGroup } from '#server/deposits/intent-groups.ts'
import { settledBlock } from './house-balances.ts'
import { isCancel, nativePayment, type SenderSearch } from './search-senders.ts'

type Intent = Selectable<Tables['deposit_intent']>

const BATCH: Record<IntentGroup, number> = { open: 200, dropped: 20 }
/** More than the clocks of chains and servers differ. */
const MAX_CLOCK_SKEW_MS = 60 * 60_000

export interface IntentNews {
  readonly id: string
  /** The transaction that was looked up. `txId` differs if another one replaced it. */
  readonly asked: string
  readonly status: Intent['status']
  readonly txId: string
  readonly nonce: string | null
  readonly block?: number
  readonly transfers?: readonly EvmTransfer[]
  /** The search by sender is incomplete, so the intent is due again at once. */
  readonly isSearching?: boolean
}

export interface ReadIntents {
  readonly news: readonly IntentNews[]
  /** The node failed for these transactions only. */
  readonly unread: readonly { readonly id: string; readonly txId: string; readonly error: unknown }[]
}

export async function readIntents(
  db: Database,
  chain: EvmDepositChain,
  { group, ...reading }: IntentReading & { readonly group: IntentGroup },
): Promise<ReadIntents> {
  const { now } = reading
  const rows = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('chain', '=', chain.chain)
    .where(isFollowed(now, [group]))
    .where('tx_id', 'is not', null)
    .$if(group === 'dropped', (query) => query.where(isDue(now)))
    // Invented transactions of dropped intents come last.
    .$if(group === 'dropped', (query) => query.orderBy(sql`nonce is null`))
    .orderBy('updated_at')
    .limit(BATCH[group])
    .execute()
  if (rows.length === 0) return { news: [], unread: [] }
  const offeredAt = await firstIntentTime(db, chain.chain)
  const news: IntentNews[] = []
  const unread: ReadIntents['unread'][number][] = []
  for (const row of rows) {
    const { id, tx_id: txId } = row
    if (txId === null) continue
    try {
      news.push(await readIntent(db, chain, { ...row, tx_id: txId }, { ...reading, offeredAt }))
    } catch (error) {
      // One bad transaction must not block the others. `head` throws when the node answers nothing at all.
      await chain.source.head()
      unread.push({ id, txId, error })
    }
  }
  return { news, unread }
}

const MAX_OPEN_DEPOSITS = 200

/** Looks up unconfirmed native deposits, except `known` ones. */
export async function readOpenDeposits(
  db: Database,
  chain: EvmDepositChain,
  known: ReadonlySet<string>,
): Promise<{ readonly asked: readonly string[]; readonly transfers: readonly EvmTransfer[] }> {
  const rows = await db
    .selectFrom('deposit')
    .select(['tx_id', 'recipient', 'status'])
    .where('chain', '=', chain.chain)
    .where('log_index', '=', -1)
    .where('status', 'in', ['confirming', 'confirmed'])
    .$if(known.size > 0, (query) => query.where('tx_id', 'not in', [...known]))
    .orderBy('updated_at')
    .limit(MAX_OPEN_DEPOSITS)
    .execute()
  const asked: string[] = []
  const transfers: EvmTransfer[] = []
  for (const { tx_id: txId, recipient, status } of rows) {
    try {
      const transaction = await chain.source.transaction(txId)
      const transfer = transaction && (await nativePayment(chain.source, transaction, new Set([recipient])))
      // No receipt shows what a contract paid: the balance proved that it is there, and is not compared again.
      const isByContract = status === 'confirmed' && transaction && transaction.to !== recipient
      if (isByContract && (await chain.source.receipt(txId))?.hasSucceeded) continue
      asked.push(txId)
      if (transfer) transfers.push(transfer)
    } catch {
      await chain.source.head()
    }
  }
  return { asked, transfers }
}

/** Time of the first intent on a chain. Earlier transfers to the house are no deposits. */
async function firstIntentTime(db: Database, chain: string): Promise<number> {
  const { created_at } = await db
    .selectFrom('deposit_intent')
    .select('created_at')
    .where('chain', '=', chain)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return created_at.getTime() - MAX_CLOCK_SKEW_MS
}

export interface IntentReading {
  readonly headBlock: number
  readonly finalBlock: number
  readonly now: number
  /** By sender. */
  readonly searches: ReadonlyMap<string, SenderSearch>
}

interface Reading extends IntentReading {
  /** Milliseconds since the epoch. Older transfers are ignored. */
  readonly offeredAt: number
}

async function readIntent(
  db: Database,
  chain: EvmDepositChain,
  intent: Intent & { tx_id: string },
  { headBlock, finalBlock, now, searches, offeredAt }: Reading,
): Promise<IntentNews> {
  const { source } = chain
  const { id, nonce, tx_id: txId } = intent
  const told = (status: Intent['status'], more: Partial<IntentNews> = {}): IntentNews => ({
    id,
    asked: txId,
    status,
    txId,
    nonce,
    ...more,
  })
  /** True if all native payments up to the block are known, including internal ones. */
  const isProven = async (block: number) => {
    const settled = await settledBlock(db, chain, intent.recipient)
    return settled === null || block <= settled
  }
  const transaction = await source.transaction(txId)
  // Reveal nothing about a transaction of somebody else.
  if (transaction && transaction.from !== intent.sender && intent.contract === null) return told('failed')
  const known = transaction ? { nonce: String(transaction.nonce) } : {}
  const receipt = transaction && (await source.receipt(txId))
  if (receipt) {
    if (!receipt.hasSucceeded) return told('failed', known)
    const paid = receipt.at < offeredAt ? [] : paidBy(transaction, receipt, intent)
    // Each of these is asked about one by one.
    const transfers = paid.filter((each) => isRecordable(chain, each))
    // Only the scan of blocks knows whether a partial receipt contains a payment.
    const isKnown = !receipt.isPartial && (intent.contract !== null || (await isProven(receipt.block)))
    return told('seen', { ...known, transfers, ...(isKnown && { block: receipt.block }) })
  }
  if (transaction) return told('sent', known)
  const isLate = now - (intent.sent_at?.getTime() ?? now) > GIVEN_UP_MS
  const look = searches.get(intent.sender)
  if (nonce !== null && (await source.nonceAt(intent.sender)) > Number(nonce)) {
    const successor =
      look?.sent.find((each) => each.nonce === Number(nonce)) ??
      (await findSuccessor(source, intent.sender, { nonce: Number(nonce), headBlock }))
    const isSame = successor?.to === (intent.contract ?? intent.recipient)
    if (successor && isSame) return told('sent', { txId: successor.txId })
    if (successor || isLate) return told('replaced')
    return told('sent')
  }
  // No node knows it. The search by sender finds a payment under another hash.
  const isCancelled = look?.sent.some(
    (each) =>
      isCancel(each) &&
      each.block <= finalBlock &&
      intent.opened_nonce !== null &&
      each.nonce >= Number(intent.opened_nonce),
  )
  if (nonce === null && isCancelled) return told('replaced')
  const isSearching = look !== undefined && !look.isComplete
  return told(isLate ? 'dropped' : 'sent', { isSearching })
}

/** Transfers to the house: tokens from anybody, the native coin only from the intent's sender. */
function paidBy(
  { txId, from, to, value }: EvmTransaction,
  { block, at, transfers }: EvmReceipt,
  { sender, recipient }: Pick<Intent, 'sender' | 'recipient'>,
): EvmTransfer[] {
  const own = { logIndex: -1, contract: null, from, to: recipient, amount: value }
  const isOwn = from === sender && to === recipient && value > 0n
  return [...(isOwn ? [own] : []), ...transfers.filter((each) => each.to === recipient)].map((each) => ({
    ...each,
    txId,
    block,
    at,
  }))
}
