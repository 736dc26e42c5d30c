import type { ExpressionBuilder, Selectable } from 'kysely'
import type { EvmTransaction, EvmTransfer } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'

type Intent = Selectable<Tables['deposit_intent']>

/** What a transaction that nobody knows any more gets until it is given up. */
const GIVEN_UP_MS = 30 * 60_000
/** One that was told so long ago is not looked for any more. */
export const FOLLOWED_MS = 7 * 24 * 60 * 60_000
/** One that was dropped may be sent again: it is asked about so often. */
const DROPPED_AGAIN_MS = 10 * 60_000
const BATCH = 200

/** What is new about an intent; a transfer of the chain's own coin that it led to. */
export interface IntentNews {
  readonly id: string
  /** The transaction that was asked about; `txId` is the one that took its place. */
  readonly asked: string
  readonly status: Intent['status']
  readonly txId: string
  readonly nonce: string | null
  /** The block it is in. */
  readonly block?: number
  readonly transfer?: EvmTransfer
}

export interface ReadIntents {
  readonly news: readonly IntentNews[]
  /** Those that the node gave no answer for, though it answers: nothing is known of them. */
  readonly unread: readonly { readonly id: string; readonly txId: string; readonly error: unknown }[]
}

/** An intent whose transfer, if there is one, has not come to an end. */
export const isUnsettled = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'deposit_intent'>) =>
  not(
    exists(
      selectFrom('deposit')
        .select('deposit.id')
        .whereRef('deposit.chain', '=', 'deposit_intent.chain')
        .whereRef('deposit.tx_id', '=', 'deposit_intent.tx_id')
        .where('deposit.status', 'not in', ['confirming', 'confirmed']),
    ),
  )

/** Asks the chain about the transactions that players have told of and that have not come to an end. */
export async function readIntents(
  db: Database,
  chain: EvmDepositChain,
  { headBlock, now }: { readonly headBlock: number; readonly now: number },
): Promise<ReadIntents> {
  const rows = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('chain', '=', chain.chain)
    .where((where) =>
      where.or([
        where('status', 'in', ['sent', 'seen']),
        where.and([
          where('status', '=', 'dropped'),
          where('updated_at', '<', new Date(now - DROPPED_AGAIN_MS)),
        ]),
      ]),
    )
    .where('sent_at', '>', new Date(now - FOLLOWED_MS))
    .where(isUnsettled)
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  const news: IntentNews[] = []
  const unread: ReadIntents['unread'][number][] = []
  for (const row of rows) {
    const { id, tx_id: txId } = row
    if (txId === null) continue
    try {
      news.push(await readIntent(chain, { ...row, tx_id: txId }, { headBlock, now }))
    } catch (error) {
      // What one player names must not hold up the others; a node that answers nothing at all ends the round.
      await chain.source.head()
      unread.push({ id, txId, error })
    }
  }
  return { news, unread }
}

async function readIntent(
  chain: EvmDepositChain,
  intent: Intent & { tx_id: string },
  { headBlock, now }: { readonly headBlock: number; readonly now: number },
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
    if (intent.contract !== null) return told('seen', { ...known, block: receipt.block })
    const isPaid = transaction.to === chain.recipient && transaction.value > 0n
    if (!isPaid) return told('failed', known)
    return told('seen', { ...known, transfer: ownTransfer(transaction, receipt) })
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

function ownTransfer(
  { txId, from, to, value }: EvmTransaction,
  { block, at }: { readonly block: number; readonly at: number },
): EvmTransfer {
  return { txId, logIndex: -1, contract: null, from, to: to ?? '', amount: value, block, at }
}
