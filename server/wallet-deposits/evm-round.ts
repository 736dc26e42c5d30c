import { NodeUnavailable } from '#server/chains/chain-node.ts'
import {
  RangeTooLargeError,
  type EvmBlock,
  type EvmSource,
  type EvmTransfer,
} from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainLease } from '#server/deposits/chain-lease.ts'
import { creditDue, type CreditOptions } from '#server/deposits/credit-deposits.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'
import { movePosition, readPosition } from './evm-position.ts'
import { adoptTransfers, giveUpUnanswered, hasUnnamed } from './adopt-transfers.ts'
import { readIntents, readOpenDeposits, type IntentNews, type ReadIntents } from './follow-intents.ts'
import { depositsOf, type IntentGroup } from '#server/deposits/intent-groups.ts'
import { keepLooks, lookForPayments, type Look } from './look-for-payments.ts'
import {
  claimTransfers,
  missedTransfers,
  recordEvmTransfers,
  returnVanished,
} from './record-evm-transfers.ts'

/** Most blocks of one question to a node. */
const MAX_RANGE = 1_000
/** After a refusal more blocks are asked for only when so many questions in a row were answered. */
const ANSWERS_BEFORE_MORE = 100
/** What each node accepts. It is not stored: another process learns it with a few refusals. */
const reaches = new WeakMap<EvmSource, Reach>()

interface Reach {
  /** Blocks of one question. */
  readonly range: number
  /** Answers to wait for before it grows. */
  readonly waits: number
}

/**
 * What answers may be behind what named the head, where several nodes share an address: it leaves out the events of
 * blocks that it does not have. So the blocks of the last ten minutes are read again each minute, up to this many.
 */
const LATE_MS = 10 * 60_000
const MOST_LATE_BLOCKS = 3 * MAX_RANGE
const AGAIN_MS = 60_000
/** When the holder of a lease did so. With it goes only time: whoever comes next does so at once. */
const readAgainAt = new WeakMap<ChainLease, number>()
/** Transactions that cannot be read and of which the log has been told. */
const warned = new Set<string>()
const MAX_WARNED = 1_000

export interface EvmRoundOptions extends CreditOptions {
  readonly db: Database
  readonly chain: EvmDepositChain
  readonly lease: ChainLease
  readonly logger: Pick<Logger, 'warn' | 'error'>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Ends the round between two ranges. */
  readonly signal?: AbortSignal
}

/**
 * Reads what has happened on the chain since the last round and credits what has its confirmations; false while
 * another process does so. The last blocks are read again with every round until they are final, so that one
 * that the chain replaced is noticed before anything in it is credited. A round may end anywhere, even by a
 * kill: rows and position change together, a range at a time.
 */
export async function evmRound(options: EvmRoundOptions): Promise<boolean> {
  const { db, chain, lease, now, signal } = options
  const { source, confirmations } = chain
  if (!(await lease.take(now))) return false
  const head = await source.head()
  const finalBlock = Math.max(head.block - confirmations, 0)
  const blocks = { headBlock: head.block, finalBlock, at: now }
  if (await isUnused(db, chain)) {
    const position = await source.block(finalBlock)
    await db.transaction().execute(async (trx) => {
      // From here on it is read, however long nobody does so after the first payment.
      if (position) await movePosition(trx, chain.chain, position)
      await lease.advance(trx, blocks)
    })
    return true
  }
  const isLateDue = now - (readAgainAt.get(lease) ?? -Infinity) >= AGAIN_MS
  const { from, known } = await startOf(options, head, isLateDue)

  const seen: EvmTransfer[] = []
  let reach: Reach = reaches.get(source) ?? { range: MAX_RANGE, waits: 0 }
  for (let block = from; block <= head.block;) {
    signal?.throwIfAborted()
    const toBlock = Math.min(block + reach.range - 1, head.block)
    const size = toBlock - block + 1
    let transfers: readonly EvmTransfer[]
    try {
      transfers = await readTransfers(chain, block, toBlock)
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || size === 1) throw error
      // Kept once it is answered: a node that refuses everything says nothing about ranges.
      reach = { range: Math.floor(size / 2), waits: ANSWERS_BEFORE_MORE }
      continue
    }
    // The rest of a round says nothing about more blocks than it has.
    if (size === reach.range) reach = afterAnswer(reach)
    reaches.set(source, reach)
    const last = Math.min(toBlock, finalBlock)
    // A range that was read before must not move the position back.
    const position = last >= known ? await source.block(last) : undefined
    // It may have left out events of blocks that it does not have: the position must not pass them by a later range.
    if (position === null) throw new NodeUnavailable(`The node of ${chain.chain} is behind block ${last}`)
    await db.transaction().execute(async (trx) => {
      const isAgain = ({ block: at }: EvmTransfer) => at <= known - confirmations
      const missed = await missedTransfers(trx, chain, transfers.filter(isAgain))
      const first = transfers.filter((each) => !isAgain(each))
      await record(trx, options, [...missed, ...first], finalBlock)
      if (position) await movePosition(trx, chain.chain, position)
      await lease.advance(trx, blocks)
    })
    seen.push(...transfers)
    block = toBlock + 1
  }
  if (isLateDue) readAgainAt.set(lease, now)
  const credit = () => creditDue(db, chain.chain, { ...options, headBlock: head.block, confirmations })
  const read = { seen, from, head, finalBlock }
  await settleSeen(options, read)
  // What is final by its events is due, whatever players told and however long asking about that takes.
  await credit()
  const looks = await lookForPayments(db, chain, { headBlock: head.block, finalBlock, now })
  const asked = new Set<string>()
  for (const group of ['open', 'dropped'] as const) {
    await followIntents(options, { ...read, group, looks, asked })
  }
  await settleOwnCoin(options, { ...read, looks, asked })
  await credit()
  return true
}

const afterAnswer = ({ range, waits }: Reach): Reach =>
  waits > 1 ? { range, waits: waits - 1 } : { range: Math.min(range * 2, MAX_RANGE), waits: 0 }

function readTransfers(
  { source, tokens, recipient }: EvmDepositChain,
  fromBlock: number,
  toBlock: number,
): Promise<readonly EvmTransfer[]> {
  const contracts = tokens.flatMap(({ contract }) => contract ?? [])
  return contracts.length === 0
    ? Promise.resolve([])
    : source.tokenTransfers({ to: recipient, contracts, fromBlock, toBlock })
}

async function record(
  trx: Database,
  { chain, logger, now }: EvmRoundOptions,
  transfers: readonly EvmTransfer[],
  finalBlock: number,
): Promise<void> {
  for (const each of await recordEvmTransfers(trx, chain, transfers, { finalBlock, now })) {
    const { txId, from, amount, coin } = each
    logger.warn(
      { chain: chain.chain, txId, from, amount: `${amount}`, coin },
      'a transfer to the house came from a wallet that no account has linked',
    )
  }
}

/**
 * The block to begin with, and the one up to which all was read before. Blocks that were final are read again when the
 * chain replaced even those.
 */
async function startOf(
  { db, chain, logger, now }: EvmRoundOptions,
  head: EvmBlock,
  /** Whether the last ten minutes are read again. */
  isLateDue: boolean,
) {
  const { source, confirmations } = chain
  await db
    .updateTable('chain_watch')
    .set({ confirmations, explorer_url: chain.explorerUrl })
    .where('chain', '=', chain.chain)
    .execute()
  const known = await readPosition(db, chain.chain)
  // Nobody was offered to pay before.
  if (!known) return { from: Math.max(head.block - 2 * confirmations, 0), known: 0 }
  const { block } = known
  const current = await source.block(block)
  if (!current) throw new Error(`The node of ${chain.chain} is behind block ${block}, which was read before`)
  // The practice chain is one node.
  const again =
    chain.practice || !isLateDue ? confirmations : Math.max(confirmations, lateBlocks(current, head))
  if (current.hash === known.hash) return { from: Math.max(block + 1 - again, 0), known: block }
  logger.error(
    { chain: chain.chain, block, confirmations, at: now },
    'the chain replaced blocks that had all their confirmations: look at what was credited from them',
  )
  return { from: Math.max(block + 1 - 10 * confirmations, 0), known: 0 }
}

/** How many blocks are made within `LATE_MS`, as fast as lately. */
function lateBlocks(from: EvmBlock, to: EvmBlock): number {
  const [blocks, ms] = [to.block - from.block, to.at - from.at]
  return ms > 0 ? Math.min(Math.ceil((LATE_MS * blocks) / ms), MOST_LATE_BLOCKS) : MOST_LATE_BLOCKS
}

interface Read {
  readonly seen: readonly EvmTransfer[]
  readonly from: number
  readonly head: EvmBlock
  readonly finalBlock: number
}

/** Takes back what was seen in blocks that the chain has replaced, and gives out what has found its player. */
async function settleSeen(options: EvmRoundOptions, { seen, from, head, finalBlock }: Read): Promise<void> {
  const { db, chain, lease, now } = options
  const present = namesOf(seen)
  await db.transaction().execute(async (trx) => {
    const open = await openDeposits(trx, chain.chain)
      .where('log_index', '>=', 0)
      .where('block', '>=', String(from))
      // What is later than the head is not gone: this node may be behind another one.
      .where('block', '<=', String(head.block))
      .execute()
    const ids = open.filter((each) => !present.has(nameOf(each))).map(({ id }) => id)
    await returnVanished(trx, chain.chain, { ids, headBlock: head.block, now })
    await claimTransfers(trx, chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock, at: now })
  })
}

interface Following extends Read {
  readonly looks: ReadonlyMap<string, Look>
  /** Transactions whose outcome this round has asked the chain for. */
  readonly asked: Set<string>
}

/** Follows what players have told of. */
async function followIntents(
  options: EvmRoundOptions,
  { group, looks, asked, head, finalBlock }: Following & { readonly group: IntentGroup },
): Promise<void> {
  const { db, chain, lease, now } = options
  const reading = { group, looks, headBlock: head.block, finalBlock, now }
  const { news, unread } = await readIntents(db, chain, reading)
  if (news.length === 0 && unread.length === 0) return
  warnOnce(options, unread)
  for (const { txId } of unread) asked.add(txId)
  const paid = news.flatMap(({ transfers }) => transfers ?? [])
  await db.transaction().execute(async (trx) => {
    const at = new Date(now)
    for (const { id, status, txId, nonce, isLookedFor } of news) {
      await trx
        .updateTable('deposit_intent')
        .set({ status, tx_id: txId, nonce, ...(!isLookedFor && { updated_at: at }) })
        .where('id', '=', id)
        .where('status', 'in', ['sent', 'seen', 'dropped'])
        .execute()
    }
    if (unread.length > 0) {
      // Others come first in the next round: each round asks about so many only.
      const ids = unread.map(({ id }) => id)
      await trx.updateTable('deposit_intent').set({ updated_at: at }).where('id', 'in', ids).execute()
    }
    await record(trx, options, paid, finalBlock)
    await failEmpty(trx, chain.chain, news, finalBlock)
    await returnOwnCoin(trx, options, { asked: news.map((each) => each.asked), paid, headBlock: head.block })
    await lease.advance(trx, { headBlock: head.block, finalBlock, at: now })
  })
  for (const each of news) asked.add(each.asked)
}

/**
 * Writes down what was found by its sender, asks again for what no payment names until it is final, and closes the
 * payments that came under another name.
 */
async function settleOwnCoin(
  options: EvmRoundOptions,
  { looks, asked, head, finalBlock }: Following,
): Promise<void> {
  const { db, chain, lease, now } = options
  const found = [...looks.values()].flatMap(({ transfers }) => transfers)
  for (const { txId } of found) asked.add(txId)
  const again = await readOpenDeposits(db, chain, asked)
  const paid = [...found, ...again.transfers]
  const isAnything = looks.size > 0 || again.asked.length > 0 || (await hasUnnamed(db, chain.chain, now))
  if (!isAnything) return
  await db.transaction().execute(async (trx) => {
    await record(trx, options, paid, finalBlock)
    await returnOwnCoin(trx, options, { asked: again.asked, paid, headBlock: head.block })
    await keepLooks(trx, looks, now)
    await adoptTransfers(trx, chain.chain, now)
    await giveUpUnanswered(trx, chain.chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock, at: now })
  })
}

/** Of the chain's own coin nothing is known but what was asked: takes back what is in no block any more. */
async function returnOwnCoin(
  trx: Database,
  { chain, now }: EvmRoundOptions,
  {
    asked,
    paid,
    headBlock,
  }: {
    readonly asked: readonly string[]
    readonly paid: readonly EvmTransfer[]
    readonly headBlock: number
  },
): Promise<void> {
  if (asked.length === 0) return
  const present = namesOf(paid)
  const open = await openDeposits(trx, chain.chain)
    .where('log_index', '=', -1)
    .where('tx_id', 'in', asked)
    .execute()
  const ids = open.filter((each) => !present.has(nameOf(each))).map(({ id }) => id)
  await returnVanished(trx, chain.chain, { ids, headBlock, now })
}

const openDeposits = (trx: Database, chain: string) =>
  trx
    .selectFrom('deposit')
    .select(['id', 'tx_id', 'log_index'])
    .where('chain', '=', chain)
    .where('status', 'in', ['confirming', 'confirmed'])

const nameOf = ({ tx_id, log_index }: { readonly tx_id: string; readonly log_index: number | null }) =>
  `${tx_id} ${log_index}`
const namesOf = (transfers: readonly EvmTransfer[]) =>
  new Set(transfers.map(({ txId, logIndex }) => nameOf({ tx_id: txId, log_index: logIndex })))

/** Says of a transaction once, not with every round, that the node gives no answer for it. */
function warnOnce({ chain, logger }: EvmRoundOptions, unread: ReadIntents['unread']): void {
  for (const { id, txId, error } of unread) {
    const key = `${chain.chain} ${id} ${txId}`
    if (warned.has(key)) continue
    if (warned.size >= MAX_WARNED) warned.clear()
    warned.add(key)
    logger.warn(
      { err: error, chain: chain.chain, txId },
      'a transaction that a player told of cannot be read',
    )
  }
}

/** A transaction that is final and has moved nothing to the house, whatever its player said of it. */
async function failEmpty(
  trx: Database,
  chain: string,
  news: readonly IntentNews[],
  finalBlock: number,
): Promise<void> {
  const ids = news.flatMap(({ id, block }) => (block !== undefined && block <= finalBlock ? [id] : []))
  if (ids.length === 0) return
  await trx
    .updateTable('deposit_intent')
    .set({ status: 'failed' })
    .where('id', 'in', ids)
    .where((where) => where.not(where.exists(depositsOf(where))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unclaimed_transfer')
            .select('unclaimed_transfer.tx_id')
            .where('unclaimed_transfer.chain', '=', chain)
            .whereRef('unclaimed_transfer.tx_id', '=', 'deposit_intent.tx_id'),
        ),
      ),
    )
    .execute()
}

/** Where nobody ever meant to pay, a practice chain has nothing to be read. */
async function isUnused(db: Database, { chain, practice }: EvmDepositChain): Promise<boolean> {
  if (practice === null) return false
  const any = await db
    .selectFrom('deposit_intent')
    .select('id')
    .where('chain', '=', chain)
    .limit(1)
    .executeTakeFirst()
  return any === undefined
}
