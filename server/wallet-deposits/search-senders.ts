import { sql, type Selectable } from 'kysely'
import type { EvmReceipt, EvmSource, EvmTransfer } from '#server/chains/evm-source.ts'
import {
  sentSince,
  type BlockBudget,
  type SentSince,
  type SentTransaction,
} from '#server/chains/sent-since.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'
import { AWAITED_MS, depositsOf, FOLLOWED_MS, isDue, isGivenUp } from '#server/deposits/intent-groups.ts'

type Intent = Selectable<Tables['deposit_intent']>

/** Limits of one round, which all senders share. */
const MAX_INTENTS = 200
const MAX_BLOCKS = 50

export interface SenderSearch {
  readonly ids: readonly string[]
  /** The next search starts after this final block. */
  readonly block: number
  readonly nonce: number | null
  /** The search has reached the head. */
  readonly isComplete: boolean
  readonly sent: readonly SentTransaction[]
  readonly transfers: readonly EvmTransfer[]
}

interface Reading {
  readonly headBlock: number
  readonly finalBlock: number
  readonly now: number
}

/**
 * Searches the transactions of senders for payments that no hash leads to: native payments, which emit no event, and
 * payments whose hash no node knows, because the wallet sped them up, sent them privately or never answered. Costs one
 * request for each sender that has sent nothing.
 */
export async function searchSenders(
  db: Database,
  chain: EvmDepositChain,
  reading: Reading,
): Promise<ReadonlyMap<string, SenderSearch>> {
  const searches = new Map<string, SenderSearch>()
  if (chain.practice) return searches
  const rows = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('chain', '=', chain.chain)
    .where('looked_block', 'is not', null)
    .where('created_at', '>', new Date(reading.now - FOLLOWED_MS))
    .where((where) => {
      const own = where('contract', 'is', null)
      const open = where('status', 'in', ['sent', 'unanswered'])
      const isUnnamed = where('nonce', 'is', null)
      return where.or([
        where.and([own, where('created_at', '>', new Date(reading.now - AWAITED_MS))]),
        where.and([open, where.or([own, isUnnamed]), where.not(where.exists(depositsOf(where)))]),
        where.and([own, isUnnamed, isGivenUp(where, reading.now), isDue(reading.now)]),
      ])
    })
    // The oldest intent of each sender comes first, so that many intents of one wallet do not block the others.
    .orderBy(sql`row_number() over (partition by sender order by looked_block, id)`)
    .orderBy('looked_block')
    .orderBy('id')
    .limit(MAX_INTENTS)
    .execute()
  const senders = new Set(rows.map((row) => row.sender))
  let [left, waiting] = [MAX_BLOCKS, senders.size]
  for (const sender of senders) {
    const intents = rows.filter((row) => row.sender === sender)
    // Each sender gets an equal part of what is left. Unused parts go to the next senders.
    const part = Math.ceil(left / waiting)
    const budget: BlockBudget = { blocks: part }
    try {
      searches.set(sender, await searchSender(chain, intents, { ...reading, budget }))
    } catch {
      // One sender must not block the others. `head` throws when the node answers nothing at all.
      await chain.source.head()
    }
    left -= part - Math.max(budget.blocks, 0)
    waiting -= 1
  }
  return searches
}

async function searchSender(
  { source }: EvmDepositChain,
  intents: readonly Intent[],
  { headBlock, finalBlock, budget }: Reading & { readonly budget: BlockBudget },
): Promise<SenderSearch> {
  const [first] = intents
  if (!first) throw new Error('There is no intent of this sender')
  const after = Number(first.looked_block)
  const oldest = intents.filter(({ looked_block }) => Number(looked_block) === after)
  // Without a nonce for one of them, the node must be asked: its payment may have a lower nonce than the others.
  const isNumbered = oldest.every(({ looked_nonce }) => looked_nonce !== null)
  const nonce = isNumbered ? Math.min(...oldest.map(({ looked_nonce }) => Number(looked_nonce))) : null
  const found = await sentSince(source, first.sender, { after, nonce, headBlock, budget })
  const recipients = new Set(intents.map(({ recipient }) => recipient))
  const transfers: EvmTransfer[] = []
  for (const each of found.sent) {
    if (!isToHouse(each, recipients)) continue
    const receipt = await source.receipt(each.txId)
    // The transaction is in a block, so the node is behind. Do not mark the block as searched.
    if (!receipt) throw new NodeUnavailable(`The node does not show the outcome of ${each.txId}`)
    const transfer = transferOf(each, receipt)
    if (transfer) transfers.push(transfer)
  }
  const block = Math.max(Math.min(found.upTo, finalBlock), after)
  const isComplete = found.upTo >= headBlock
  return {
    ids: intents.map(({ id }) => id),
    block,
    nonce: nextNonce(found, { nonce, block }),
    isComplete,
    sent: found.sent,
    transfers,
  }
}

/** Nonce of the sender's first transaction after a final block. */
function nextNonce(
  { sent }: SentSince,
  { nonce, block }: { readonly nonce: number | null; readonly block: number },
): number | null {
  const last = sent.findLast((each) => each.block <= block)
  return last ? Math.max(last.nonce + 1, nonce ?? 0) : nonce
}

type Sent = Omit<SentTransaction, 'block' | 'nonce'>

/** Null for a pending, failed or foreign transaction. */
export async function nativePayment(
  source: Pick<EvmSource, 'receipt'>,
  sent: Sent,
  recipients: ReadonlySet<string>,
): Promise<EvmTransfer | null> {
  const receipt = isToHouse(sent, recipients) ? await source.receipt(sent.txId) : null
  return receipt && transferOf(sent, receipt)
}

const isToHouse = ({ to, value }: Sent, recipients: ReadonlySet<string>) =>
  to !== null && recipients.has(to) && value > 0n

function transferOf({ txId, from, to, value }: Sent, receipt: EvmReceipt): EvmTransfer | null {
  if (to === null || !receipt.hasSucceeded) return null
  const { block, at } = receipt
  return { txId, logIndex: -1, contract: null, from, to, amount: value, block, at }
}

/** Call it in the transaction that records what was found. */
export async function saveSearches(
  trx: Database,
  searches: ReadonlyMap<string, SenderSearch>,
  now: number,
): Promise<void> {
  for (const { ids, block, nonce, isComplete } of searches.values()) {
    const rows = () => trx.updateTable('deposit_intent').where('id', 'in', [...ids])
    await rows()
      .set({ looked_block: String(block), looked_nonce: nonce === null ? null : String(nonce) })
      .execute()
    if (!isComplete) continue
    // Other intents are looked up by hash in the same round.
    await rows()
      .set({ updated_at: new Date(now) })
      .where((where) =>
        where.or([
          where('status', '=', 'replaced'),
          where.and([where('status', '=', 'dropped'), where('tx_id', 'is', null)]),
        ]),
      )
      .execute()
  }
}

/** Wallets cancel a transaction by one to themselves with the same nonce. */
export const isCancel = ({ from, to }: SentTransaction) => from === to
