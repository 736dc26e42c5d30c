import { sql, type Selectable } from 'kysely'
import type { EvmReceipt, EvmTransaction, EvmTransfer } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { isWorth, type EvmDepositChain } from './evm-deposit-chain.ts'
import { GIVEN_UP_MS, isDue, isFollowed, type IntentGroup } from '#server/deposits/intent-groups.ts'
import { settledBlock } from './house-balances.ts'
import { isCancel, paidInOwnCoin, type Look } from './look-for-payments.ts'

type Intent = Selectable<Tables['deposit_intent']>

/** Most of each group in a round. */
const BATCH: Record<IntentGroup, number> = { open: 200, dropped: 20 }
/** Clocks of chains and servers differ by less. */
const CLOCKS_MS = 60 * 60_000

/** What is new about an intent; the transfers that it led to. */
export interface IntentNews {
  readonly id: string
  /** The transaction that was asked about; `txId` is the one that took its place. */
  readonly asked: string
  readonly status: Intent['status']
  readonly txId: string
  readonly nonce: string | null
  /** The block it is in. */
  readonly block?: number
  readonly transfers?: readonly EvmTransfer[]
  /** Blocks are still to be looked through for it, so it is asked about again at once. */
  readonly isLookedFor?: boolean
}

export interface ReadIntents {
  readonly news: readonly IntentNews[]
  /** Those that the node gave no answer for, though it answers: nothing is known of them. */
  readonly unread: readonly { readonly id: string; readonly txId: string; readonly error: unknown }[]
}

/** Asks the chain about the transactions that players have told of and that have not come to an end. */
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
    // Of those that were dropped, what anybody can make up comes last.
    .$if(group === 'dropped', (query) => query.orderBy(sql`nonce is null`))
    .orderBy('updated_at')
    .limit(BATCH[group])
    .execute()
  if (rows.length === 0) return { news: [], unread: [] }
  const offeredAt = await firstOffer(db, chain.chain)
  const news: IntentNews[] = []
  const unread: ReadIntents['unread'][number][] = []
  for (const row of rows) {
    const { id, tx_id: txId } = row
    if (txId === null) continue
    try {
      news.push(await readIntent(db, chain, { ...row, tx_id: txId }, { ...reading, offeredAt }))
    } catch (error) {
      // What one player names must not hold up the others; a node that answers nothing at all ends the round.
      await chain.source.head()
      unread.push({ id, txId, error })
    }
  }
  return { news, unread }
}

/** Most deposits that are asked for again in a round. */
const MOST_OPEN = 200

/** Asks the chain for deposits of its own coin that are not final, but for those that were asked for already. */
export async function readOpenDeposits(
  db: Database,
  chain: EvmDepositChain,
  known: ReadonlySet<string>,
): Promise<{ readonly asked: readonly string[]; readonly transfers: readonly EvmTransfer[] }> {
  const rows = await db
    .selectFrom('deposit')
    .select(['tx_id', 'recipient'])
    .where('chain', '=', chain.chain)
    .where('log_index', '=', -1)
    .where('status', 'in', ['confirming', 'confirmed'])
    .$if(known.size > 0, (query) => query.where('tx_id', 'not in', [...known]))
    .orderBy('updated_at')
    .limit(MOST_OPEN)
    .execute()
  const asked: string[] = []
  const transfers: EvmTransfer[] = []
  for (const { tx_id: txId, recipient } of rows) {
    try {
      const transaction = await chain.source.transaction(txId)
      const transfer = transaction && (await paidInOwnCoin(chain.source, transaction, new Set([recipient])))
      asked.push(txId)
      if (transfer) transfers.push(transfer)
    } catch {
      await chain.source.head()
    }
  }
  return { asked, transfers }
}

/** When the first payment on a chain was offered: what came to its house address before was for something else. */
async function firstOffer(db: Database, chain: string): Promise<number> {
  const { created_at } = await db
    .selectFrom('deposit_intent')
    .select('created_at')
    .where('chain', '=', chain)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return created_at.getTime() - CLOCKS_MS
}

export interface IntentReading {
  readonly headBlock: number
  readonly finalBlock: number
  readonly now: number
  /** What senders have sent of late, where somebody waits for it. */
  readonly looks: ReadonlyMap<string, Look>
}

interface Reading extends IntentReading {
  /** Milliseconds since the epoch; older transfers are none of Koi's. */
  readonly offeredAt: number
}

async function readIntent(
  db: Database,
  chain: EvmDepositChain,
  intent: Intent & { tx_id: string },
  { headBlock, finalBlock, now, looks, offeredAt }: Reading,
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
  /** Whether all that came in the chain's own coin is known up to a block: a contract may pay inside a transaction. */
  const isProven = async (block: number) => {
    const settled = await settledBlock(db, chain, intent.recipient)
    return settled === null || block <= settled
  }
  const transaction = await source.transaction(txId)
  // Whoever names a transaction of somebody else learns nothing by it.
  if (transaction && transaction.from !== intent.sender && intent.contract === null) return told('failed')
  const known = transaction ? { nonce: String(transaction.nonce) } : {}
  const receipt = transaction && (await source.receipt(txId))
  if (receipt) {
    if (!receipt.hasSucceeded) return told('failed', known)
    const paid = receipt.at < offeredAt ? [] : paidBy(transaction, receipt, intent)
    // Of what is asked about one by one.
    const transfers = paid.filter((each) => isWorth(chain, each))
    // Of a receipt that was not read to its end only the scan knows whether it paid.
    const isKnown = !receipt.isPartial && (intent.contract !== null || (await isProven(receipt.block)))
    return told('seen', { ...known, transfers, ...(isKnown && { block: receipt.block }) })
  }
  if (transaction) return told('sent', known)
  const isLate = now - (intent.sent_at?.getTime() ?? now) > GIVEN_UP_MS
  const look = looks.get(intent.sender)
  if (nonce !== null && (await source.nonceAt(intent.sender)) > Number(nonce)) {
    const successor =
      look?.sent.find((each) => each.nonce === Number(nonce)) ??
      (await findSuccessor(source, intent.sender, { nonce: Number(nonce), headBlock }))
    const isSame = successor?.to === (intent.contract ?? intent.recipient)
    if (successor && isSame) return told('sent', { txId: successor.txId })
    if (successor || isLate) return told('replaced')
    return told('sent')
  }
  // No node ever knew it. What came in its place under another hash is found by its sender.
  const isCancelled = look?.sent.some(
    (each) =>
      isCancel(each) &&
      each.block <= finalBlock &&
      intent.opened_nonce !== null &&
      each.nonce >= Number(intent.opened_nonce),
  )
  if (nonce === null && isCancelled) return told('replaced')
  const isLookedFor = look !== undefined && !look.isComplete
  return told(isLate ? 'dropped' : 'sent', { isLookedFor })
}

/** What a transaction moved to the house: tokens whoever had them, the chain's own coin of who meant to send it. */
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
