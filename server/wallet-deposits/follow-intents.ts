import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { EvmReceipt, EvmTransaction, EvmTransfer } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'

type Intent = Selectable<Tables['deposit_intent']>

/** What a transaction that nobody knows any more gets until it is given up. */
const GIVEN_UP_MS = 30 * 60_000
/** One that was told so long ago is not looked for any more. */
export const FOLLOWED_MS = 7 * 24 * 60 * 60_000
/** One that was dropped and that no node ever knew may have been made up. */
const UNKNOWN_FOLLOWED_MS = 24 * 60 * 60_000
/** One that was dropped may be sent again: it is asked about after these times, and ever after the last. */
const DROPPED_AGAIN_MS = [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const
/** Most of each group in a round. */
const BATCH = { open: 200, dropped: 20 }
/** Clocks of chains and servers differ by less. */
const CLOCKS_MS = 60 * 60_000

/** Those that are under way, and those that the chain does not know any more. */
export type IntentGroup = keyof typeof BATCH

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
}

export interface ReadIntents {
  readonly news: readonly IntentNews[]
  /** Those that the node gave no answer for, though it answers: nothing is known of them. */
  readonly unread: readonly { readonly id: string; readonly txId: string; readonly error: unknown }[]
}

type IntentExpression = ExpressionBuilder<Tables, 'deposit_intent'>

/** What came in with an intent's transaction. */
export const depositsOf = ({ selectFrom }: IntentExpression) =>
  selectFrom('deposit')
    .select('deposit.id')
    .whereRef('deposit.chain', '=', 'deposit_intent.chain')
    .whereRef('deposit.tx_id', '=', 'deposit_intent.tx_id')

/** An intent whose transfer, if there is one, has not come to an end. */
export const isUnsettled = (where: IntentExpression) =>
  where.not(
    where.exists(depositsOf(where).where('deposit.status', 'not in', ['confirming', 'confirmed', 'dropped'])),
  )

/** An intent whose transaction is asked about, again and again or now and then. */
export const isFollowed = (now: number, groups: readonly IntentGroup[]) => (where: IntentExpression) =>
  where.and([
    where.or([
      ...(groups.includes('open') ? [where('status', 'in', ['sent', 'seen'])] : []),
      ...(groups.includes('dropped') ? [isDropped(where, now)] : []),
    ]),
    where('sent_at', '>', new Date(now - FOLLOWED_MS)),
    isUnsettled(where),
  ])

const isDropped = (where: IntentExpression, now: number) =>
  where.and([
    where('status', '=', 'dropped'),
    where.or([where('nonce', 'is not', null), where('sent_at', '>', new Date(now - UNKNOWN_FOLLOWED_MS))]),
  ])

/** When one that was dropped is asked about again, by how long after it was told that was done last. */
function isDue(now: number) {
  const [first, second, last] = DROPPED_AGAIN_MS
  const ms = (count: number) => sql`${count} * interval '1 millisecond'`
  return sql<boolean>`updated_at + case
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first)} then ${ms(first)}
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first + second)} then ${ms(second)}
    else ${ms(last)} end < ${new Date(now)}`
}

/** Asks the chain about the transactions that players have told of and that have not come to an end. */
export async function readIntents(
  db: Database,
  chain: EvmDepositChain,
  {
    group,
    headBlock,
    now,
  }: { readonly group: IntentGroup; readonly headBlock: number; readonly now: number },
): Promise<ReadIntents> {
  const rows = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('chain', '=', chain.chain)
    .where(isFollowed(now, [group]))
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
      news.push(await readIntent(chain, { ...row, tx_id: txId }, { headBlock, now, offeredAt }))
    } catch (error) {
      // What one player names must not hold up the others; a node that answers nothing at all ends the round.
      await chain.source.head()
      unread.push({ id, txId, error })
    }
  }
  return { news, unread }
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

interface Reading {
  readonly headBlock: number
  readonly now: number
  /** Milliseconds since the epoch; older transfers are none of Koi's. */
  readonly offeredAt: number
}

async function readIntent(
  chain: EvmDepositChain,
  intent: Intent & { tx_id: string },
  { headBlock, now, offeredAt }: Reading,
): Promise<IntentNews> {
  const { source } = chain
  const { id, nonce, tx_id: txId } = intent
  const told = (status: Intent['status'], more: Partial<IntentNews> = {}): IntentNews => ({
    ...{ id, asked: txId, status, txId, nonce },
    ...more,
  })
  const transaction = await source.transaction(txId)
  // Whoever names a transaction of somebody else learns nothing by it.
  if (transaction && transaction.from !== intent.sender && intent.contract === null) return told('failed')
  const known = transaction ? { nonce: String(transaction.nonce) } : {}
  const receipt = transaction && (await source.receipt(txId))
  if (receipt) {
    if (!receipt.hasSucceeded) return told('failed', known)
    const transfers = receipt.at < offeredAt ? [] : paidBy(transaction, receipt, intent)
    if (intent.contract === null && transfers.length === 0) return told('failed', known)
    // Of a receipt that was not read to its end only the scan knows whether it paid.
    return told('seen', { ...known, transfers, ...(!receipt.isPartial && { block: receipt.block }) })
  }
  if (transaction) return told('sent', known)
  const isLate = now - (intent.sent_at?.getTime() ?? now) > GIVEN_UP_MS
  if (nonce !== null && (await source.nonceAt(intent.sender)) > Number(nonce)) {
    const successor = await findSuccessor(source, intent.sender, { nonce: Number(nonce), headBlock })
    const isSame = successor?.to === (intent.contract ?? chain.recipient)
    if (successor && isSame) return told('sent', { txId: successor.txId })
    if (successor || isLate) return told('replaced')
    return told('sent')
  }
  return told(isLate ? 'dropped' : 'sent')
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
    ...{ txId, block, at },
  }))
}
