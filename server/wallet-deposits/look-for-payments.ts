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

/** Most payments, and most full blocks, of one round, which the senders share. */
const MOST_LOOKED_FOR = 200
const MOST_BLOCKS = 50

/** What has come of looking for the payments of one sender. */
export interface Look {
  readonly ids: readonly string[]
  /** As far as blocks are final, to go on from there. */
  readonly block: number
  readonly nonce: number | null
  /** All that is in blocks is known. */
  readonly isComplete: boolean
  readonly sent: readonly SentTransaction[]
  /** What of it paid the house in the chain's own coin. */
  readonly transfers: readonly EvmTransfer[]
}

interface Reading {
  readonly headBlock: number
  readonly finalBlock: number
  readonly now: number
}

/**
 * Looks among what wallets have sent for the payments that nobody can name: those in the chain's own coin, which
 * leaves no event, and those whose hash no node knows, because the wallet sped them up, sent them past the public
 * network, or never said what it did. By sender; one question each while a wallet has sent nothing.
 */
export async function lookForPayments(
  db: Database,
  chain: EvmDepositChain,
  reading: Reading,
): Promise<ReadonlyMap<string, Look>> {
  const looks = new Map<string, Look>()
  if (chain.practice) return looks
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
    // The oldest of each sender before the second of any: many of one wallet leave no other one out.
    .orderBy(sql`row_number() over (partition by sender order by looked_block, id)`)
    .orderBy('looked_block')
    .orderBy('id')
    .limit(MOST_LOOKED_FOR)
    .execute()
  const senders = new Set(rows.map((row) => row.sender))
  let [left, waiting] = [MOST_BLOCKS, senders.size]
  for (const sender of senders) {
    const intents = rows.filter((row) => row.sender === sender)
    // An equal part of what is left for each that is left; what one does not need goes to those after it.
    const part = Math.ceil(left / waiting)
    const budget: BlockBudget = { blocks: part }
    try {
      looks.set(sender, await lookFor(chain, intents, { ...reading, budget }))
    } catch {
      // What one wallet did must not hold up the others; a node that answers nothing at all ends the round.
      await chain.source.head()
    }
    left -= part - Math.max(budget.blocks, 0)
    waiting -= 1
  }
  return looks
}

async function lookFor(
  { source }: EvmDepositChain,
  intents: readonly Intent[],
  { headBlock, finalBlock, budget }: Reading & { readonly budget: BlockBudget },
): Promise<Look> {
  const [first] = intents
  if (!first) throw new Error('Nobody waits for this sender')
  const after = Number(first.looked_block)
  const oldest = intents.filter(({ looked_block }) => Number(looked_block) === after)
  // Where one of them has no number, a payment may have a lower one than those of the others: the node is asked.
  const isNumbered = oldest.every(({ looked_nonce }) => looked_nonce !== null)
  const nonce = isNumbered ? Math.min(...oldest.map(({ looked_nonce }) => Number(looked_nonce))) : null
  const found = await sentSince(source, first.sender, { after, nonce, headBlock, budget })
  const recipients = new Set(intents.map(({ recipient }) => recipient))
  const transfers: EvmTransfer[] = []
  for (const each of found.sent) {
    if (!isToHouse(each, recipients)) continue
    const receipt = await source.receipt(each.txId)
    // A block has it, so there is one: nothing is written down as looked at before the node shows it.
    if (!receipt) throw new NodeUnavailable(`The node does not show what became of ${each.txId}`)
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

/** The number that the first transaction after a final block has. */
function nextNonce(
  { sent }: SentSince,
  { nonce, block }: { readonly nonce: number | null; readonly block: number },
): number | null {
  const last = sent.findLast((each) => each.block <= block)
  return last ? Math.max(last.nonce + 1, nonce ?? 0) : nonce
}

type Sent = Omit<SentTransaction, 'block' | 'nonce'>

/** The transfer that a transaction was, once it is in a block and has not failed. */
export async function paidInOwnCoin(
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

/** Writes down how far it was looked, in the transaction that writes down what was found. */
export async function keepLooks(trx: Database, looks: ReadonlyMap<string, Look>, now: number): Promise<void> {
  for (const { ids, block, nonce, isComplete } of looks.values()) {
    const rows = () => trx.updateTable('deposit_intent').where('id', 'in', [...ids])
    await rows()
      .set({ looked_block: String(block), looked_nonce: nonce === null ? null : String(nonce) })
      .execute()
    if (!isComplete) continue
    // The others are asked about by their hash in the same round.
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

/** A wallet that cancels sends itself something under the number of what it cancels. */
export const isCancel = ({ from, to }: SentTransaction) => from === to
