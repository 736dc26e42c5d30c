import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { EvmBlock, EvmTransfer } from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'
import { LeaseLostError, type ChainLease } from '#server/deposits/chain-lease.ts'
import { creditDue, orRefused, type CreditOptions } from '#server/deposits/credit-deposits.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import { fromLedger, isWorth, leastOf, type EvmDepositChain } from './evm-deposit-chain.ts'
import { movePosition, readPosition, type EvmPosition } from './evm-position.ts'
import {
  addReceived,
  balancesAt,
  beginAgain,
  houseAddresses,
  readBalances,
  type BalanceAt,
  type HouseBalance,
} from './house-balances.ts'
import { isNotClosed, nameIn } from '#server/deposits/closed-transfers.ts'
import { askOthersNext, MOST_ASKED } from '#server/deposits/record-transfers.ts'
import { adoptTransfers, giveUpUnanswered, hasUnnamed } from './adopt-transfers.ts'
import { readIntents, readOpenDeposits, type IntentNews, type ReadIntents } from './follow-intents.ts'
import { depositsOf, type IntentGroup } from '#server/deposits/intent-groups.ts'
import { keepLooks, lookForPayments, type Look } from './look-for-payments.ts'
import {
  BY_BLOCK,
  claimTransfers,
  keepUnknown,
  recordEvmTransfers,
  returnVanished,
} from './record-evm-transfers.ts'
import { settleBalance } from './settle-balances.ts'

/** Most blocks that are read, and written down, at a time; a practice chain has all of them at hand. */
const MAX_RANGE = 50
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
  // A head is one node's word: what is final is so by another's, too.
  const agreedHead = chain.opinions?.agreedHead(head.block) ?? head.block
  const finalBlock = Math.max(agreedHead - confirmations, 0)
  const blocks = { headBlock: head.block, headAt: head.at, finalBlock }
  if (await isUnused(db, chain)) {
    const position = await source.block(finalBlock)
    await db.transaction().execute(async (trx) => {
      // From here on it is read, however long nobody does so after the first payment.
      if (position) await movePosition(trx, chain.chain, position)
      await lease.advance(trx, blocks)
    })
    await lease.complete(now)
    return true
  }
  const house = await houseAddresses(db, chain)
  const terms = { house, ...readTermsOf(chain) }
  const { from, position } = await startOf(options, head)
  const seen: EvmTransfer[] = []
  let known = position
  for (let block = from; block <= head.block;) {
    signal?.throwIfAborted()
    const isFinal = block <= finalBlock
    const toBlock = Math.min(
      block + (chain.practice ? Infinity : MAX_RANGE) - 1,
      isFinal ? finalBlock : head.block,
    )
    const { last, parent, transfers, received } = await source.readBlocks({
      ...terms,
      fromBlock: block,
      toBlock,
    })
    if (known?.block === block - 1 && parent !== null && parent !== known.hash) {
      await startAgain(options, known, house)
      // The next round reads on from there.
      return true
    }
    // The node that named the head is ahead of the one that answers: the next round goes on here.
    if (!last) break
    // Nothing is final by one node's word while another one does not have it yet.
    if (isFinal && chain.opinions && !(await chain.opinions.confirms(last, transfers, confirmations))) break
    await db.transaction().execute(async (trx) => {
      await record(trx, options, transfers, finalBlock)
      if (isFinal) {
        await movePosition(trx, chain.chain, last)
        await addReceived(trx, chain.chain, received)
      }
      await lease.advance(trx, blocks)
    })
    if (isFinal) known = last
    seen.push(...transfers)
    block = last.block + 1
    if (last.block < toBlock) break
  }
  const credit = () => creditDue(db, chain.chain, { ...options, headBlock: agreedHead, confirmations })
  const read = { seen, from, head, finalBlock, house }
  await settleSeen(options, read)
  if (known && known.block >= from) await lookAgain(options, { seen, from, upTo: known.block })
  // What is final by its events is due, whatever players told and however long asking about that takes.
  await orRefused(credit)
  const looks = await lookForPayments(db, chain, { headBlock: head.block, finalBlock, now })
  const asked = new Set<string>()
  for (const group of ['open', 'dropped'] as const) {
    await followIntents(options, { ...read, group, looks, asked })
  }
  await settleOwnCoin(options, { ...read, looks, asked })
  if (known?.block === finalBlock) await settleBalances(options, { house, blocks })
  await credit()
  await lease.complete(now)
  return true
}

/** What a chain's blocks are read for. */
function readTermsOf(chain: EvmDepositChain) {
  const tokens = chain.tokens.flatMap((token) =>
    token.contract === null
      ? []
      : [{ contract: token.contract, least: leastOf(token), isRebasing: token.isRebasing }],
  )
  return {
    tokens: tokens.map(({ contract, least }) => ({ contract, least })),
    unproven: tokens.filter(({ isRebasing }) => isRebasing).map(({ contract }) => contract),
  }
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

/** Transfers that no scan of blocks told; `doubted` are those of them that count as final for one node alone. */
interface Told {
  readonly transfers: readonly EvmTransfer[]
  readonly doubted: ReadonlySet<EvmTransfer>
}

/** Asks another node about what is to be written down as final by the word of whichever knew of it. */
async function doubt(
  { db, chain }: EvmRoundOptions,
  transfers: readonly EvmTransfer[],
  { finalBlock, house }: Pick<Read, 'finalBlock' | 'house'>,
): Promise<Told> {
  const { opinions, confirmations } = chain
  const final = transfers.filter(({ block }) => block <= finalBlock)
  if (!opinions || final.length === 0) return { transfers, doubted: new Set() }
  const written = await finalRows(
    db,
    chain.chain,
    final.map(({ txId }) => txId),
  )
  const isNew = (transfer: EvmTransfer) =>
    !written.some((row) => row.tx_id === transfer.txId && row.log_index === transfer.logIndex)
  const fresh = final.filter(isNew)
  const known = new Set(await opinions.known(fresh, { confirmations, house }))
  return { transfers, doubted: new Set(fresh.filter((each) => !known.has(each))) }
}

/** What is doubted is written down as it would be of a new block, and asked about again. */
async function recordTold(
  trx: Database,
  options: EvmRoundOptions,
  { transfers, doubted }: Told,
  finalBlock: number,
): Promise<void> {
  await record(
    trx,
    options,
    transfers.filter((each) => !doubted.has(each)),
    finalBlock,
  )
  await record(trx, options, [...doubted], -1)
}

/** The block to begin with, and the last one of which all is written down; undefined before the first round. */
async function startOf({ db, chain }: EvmRoundOptions, head: EvmBlock) {
  const { confirmations } = chain
  await db
    .updateTable('chain_watch')
    .set({ confirmations, explorer_url: chain.explorerUrl })
    .where('chain', '=', chain.chain)
    .execute()
  const position = await readPosition(db, chain.chain)
  // Nobody was offered to pay before.
  if (!position) return { from: Math.max(head.block - 2 * confirmations, 0), position }
  return { from: position.block + 1, position }
}

/** So many times the confirmations are looked at again when the chain has replaced final blocks. */
const LOOKED_AT_AGAIN = 10

/** The balances at the first of two blocks, or, where the node does not keep its state, at the second. */
async function knownBalances(
  { chain: { chain, source, balances }, logger }: EvmRoundOptions,
  rows: Parameters<typeof balancesAt>[1],
  [first, second]: readonly [number, number],
): Promise<readonly BalanceAt[]> {
  if (!balances) return []
  const reads = { ...source, ...balances }
  try {
    return await balancesAt(reads, rows, first)
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    const found = await balancesAt(reads, rows, second)
    logger.error(
      { alarm: 'balance_unread', chain, fromBlock: first, toBlock: second, err: error },
      'the node keeps no state of blocks that were replaced: what contracts paid in them is not proven',
    )
    return found
  }
}

/** Final blocks were replaced: many more are read again, and the balances of before say nothing any more. */
async function startAgain(
  options: EvmRoundOptions,
  { block, hash }: EvmPosition,
  house: readonly EvmAddress[],
): Promise<void> {
  const { db, chain, lease, logger, now } = options
  const { source, confirmations } = chain
  const there = await source.block(block)
  // A single answer of a node on another branch is no replaced chain.
  if (there?.hash === hash)
    throw new NodeUnavailable(`The node of ${chain.chain} contradicts itself about block ${block}`)
  const from = await source.block(Math.max(block - LOOKED_AT_AGAIN * confirmations, 0))
  if (!from)
    throw new NodeUnavailable(`The node of ${chain.chain} is behind block ${block}, which was read before`)
  // Nothing of them stands in a later round's way: they are looked at before the position goes back.
  const credited = await creditedIn(db, chain.chain).where('block', '>', String(from.block)).execute()
  const { gone } = await askFor(chain, credited)
  const held = await db
    .selectFrom('unclaimed_transfer')
    .select(['tx_id', 'log_index', 'block'])
    .where('chain', '=', chain.chain)
    .where('claimed_at', 'is', null)
    .where('block', '>', String(from.block))
    .where(isNotClosed(nameIn('unclaimed_transfer')))
    .execute()
  const { gone: heldNoMore } = await askFor(chain, held)
  const known = await knownBalances(options, await readBalances(db, chain, house), [from.block, block])
  await db.transaction().execute(async (trx) => {
    await movePosition(trx, chain.chain, from)
    await beginAgain(trx, chain.chain, known)
    // What comes again is written down again.
    for (const { tx_id, log_index } of heldNoMore) {
      await trx
        .deleteFrom('unclaimed_transfer')
        .where('chain', '=', chain.chain)
        .where('tx_id', '=', tx_id)
        .where('log_index', '=', log_index)
        .where('claimed_at', 'is', null)
        .execute()
    }
    await lease.advance(trx, { headBlock: block, finalBlock: from.block })
  })
  logger.error(
    { alarm: 'deposit', chain: chain.chain, block, confirmations, at: now },
    'the chain replaced blocks that had all their confirmations: they are read again',
  )
  tellGone(options, gone)
}

/** Nothing is taken back of what was credited: the operator settles it with the player. */
function tellGone({ chain: { chain }, logger }: EvmRoundOptions, deposits: readonly Written[]): void {
  if (deposits.length === 0) return
  logger.error({ alarm: 'deposit_gone', chain, deposits }, 'credited deposits are in no block any more')
}

/** What was credited before its final blocks were read again may be gone by then, though it was there when that began. */
async function lookAgain(
  options: EvmRoundOptions,
  { seen, from, upTo }: Pick<Read, 'seen' | 'from'> & { readonly upTo: number },
): Promise<void> {
  const { db, chain } = options
  const present = namesOf(seen)
  const credited = await creditedIn(db, chain.chain)
    .where('block', '>=', String(from))
    .where('block', '<=', String(upTo))
    .execute()
  const { gone } = await askFor(
    chain,
    credited.filter((each) => !present.has(nameOf(each))),
  )
  tellGone(options, gone)
}

const creditedIn = (db: Database, chain: string) =>
  db
    .selectFrom('deposit')
    .select(['id', 'tx_id', 'log_index', 'block', 'account_id', 'coin', 'amount'])
    .where('chain', '=', chain)
    .where('status', '=', 'credited')

interface Read {
  readonly seen: readonly EvmTransfer[]
  readonly from: number
  readonly head: EvmBlock
  readonly finalBlock: number
  readonly house: readonly EvmAddress[]
}

/**
 * Takes back what was seen in blocks that the chain has replaced, and gives out what has found its player. That a block's
 * events do not tell of a transfer is no proof: its receipt is asked for first.
 */
async function settleSeen(options: EvmRoundOptions, read: Read): Promise<void> {
  const { seen, from, head, finalBlock } = read
  const { db, chain, lease, now } = options
  const present = namesOf(seen)
  const open = await openDeposits(db, chain.chain)
    .where('log_index', '>=', 0)
    // A round may have ended between reading a block to its end and asking for what it did not tell.
    .where((where) => where.or([where('block', '>=', String(from)), where('status', '=', 'confirming')]))
    // What is later than the head is not gone: this node may be behind another one.
    .where('block', '<=', String(head.block))
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  const missing = open.filter((each) => !present.has(nameOf(each))).slice(0, MOST_ASKED)
  const asked = await askForEach(options, missing)
  const there = asked.flatMap((each) => each.there)
  const told = await doubt(options, there, read)
  const ids = asked.flatMap(({ gone }) => gone.map(({ id }) => id))
  await db.transaction().execute(async (trx) => {
    await askOthersNext(
      trx,
      missing.map(({ id }) => id),
      now,
    )
    await recordTold(trx, options, told, finalBlock)
    await returnVanished(trx, chain.chain, { ids, headBlock: head.block, now })
    await claimTransfers(trx, chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
}

/** One that the node refuses to tell of holds up no other: it is neither gone nor there. */
async function askForEach(options: EvmRoundOptions, rows: readonly (Written & { readonly id: string })[]) {
  const answers: Awaited<ReturnType<typeof askFor<(typeof rows)[number]>>>[] = []
  for (const row of rows) {
    try {
      answers.push(await askFor(options.chain, [row]))
    } catch (error) {
      // A node that answers nothing at all ends the round.
      await options.chain.source.head()
      warnOnce(options, [{ id: row.id, txId: row.tx_id, error }])
    }
  }
  return answers
}

/** A transfer as it is written down. */
interface Written {
  readonly tx_id: string
  readonly log_index: number | null
  readonly block: string | null
}

/** Which of these no block has any more, and the transfers of those that are there. */
async function askFor<T extends Written>(
  { source }: EvmDepositChain,
  rows: readonly T[],
): Promise<{ readonly gone: readonly T[]; readonly there: readonly EvmTransfer[] }> {
  const gone: T[] = []
  const there: EvmTransfer[] = []
  for (const row of rows) {
    const { tx_id: txId, log_index, block } = row
    if (log_index !== null && log_index <= BY_BLOCK) {
      if ((await source.block(Number(block)))?.hash !== txId) gone.push(row)
      continue
    }
    const receipt = await source.receipt(txId)
    // What is inside a transaction its receipt does not tell.
    if (receipt?.hasSucceeded && log_index === -1) continue
    const transfer = receipt?.transfers.find(({ logIndex }) => logIndex === log_index)
    if (receipt && transfer) there.push({ ...transfer, txId, block: receipt.block, at: receipt.at })
    else if (!receipt?.isPartial) gone.push(row)
  }
  return { gone, there }
}

interface Following extends Read {
  readonly looks: ReadonlyMap<string, Look>
  /** Transactions whose outcome this round has asked the chain for. */
  readonly asked: Set<string>
}

/** Follows what players have told of. */
async function followIntents(
  options: EvmRoundOptions,
  { group, looks, asked, head, finalBlock, house }: Following & { readonly group: IntentGroup },
): Promise<void> {
  const { db, chain, lease, now } = options
  const reading = { group, looks, headBlock: head.block, finalBlock, now }
  const { news, unread } = await readIntents(db, chain, reading)
  if (news.length === 0 && unread.length === 0) return
  warnOnce(options, unread)
  for (const { txId } of unread) asked.add(txId)
  const paid = news.flatMap(({ transfers }) => transfers ?? [])
  const told = await doubt(options, paid, { finalBlock, house })
  const isCertain = ({ transfers }: IntentNews) => !transfers?.some((each) => told.doubted.has(each))
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
    await recordTold(trx, options, told, finalBlock)
    await failEmpty(trx, chain.chain, news.filter(isCertain), finalBlock)
    await returnOwnCoin(trx, options, { asked: news.map((each) => each.asked), paid, headBlock: head.block })
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
  for (const each of news) asked.add(each.asked)
}

/**
 * Writes down what was found by its sender, asks again for what no payment names until it is final, and closes the
 * payments that came under another name.
 */
async function settleOwnCoin(
  options: EvmRoundOptions,
  { looks, asked, head, finalBlock, house }: Following,
): Promise<void> {
  const { db, chain, lease, now } = options
  const found = [...looks.values()].flatMap(({ transfers }) => transfers)
  for (const { txId } of found) asked.add(txId)
  const again = await readOpenDeposits(db, chain, asked)
  const paid = [...found, ...again.transfers]
  const isAnything = looks.size > 0 || again.asked.length > 0 || (await hasUnnamed(db, chain.chain, now))
  if (!isAnything) return
  const told = await doubt(options, paid, { finalBlock, house })
  // Of what is in doubt nothing may be written down, and no other look would come upon it again.
  const certain = [...looks].filter(([, { transfers }]) => !transfers.some((each) => told.doubted.has(each)))
  await db.transaction().execute(async (trx) => {
    await recordTold(trx, options, told, finalBlock)
    await returnOwnCoin(trx, options, { asked: again.asked, paid, headBlock: head.block })
    await keepLooks(trx, new Map(certain), now)
    await adoptTransfers(trx, chain.chain, now)
    await giveUpUnanswered(trx, chain.chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
}

type Blocks = Parameters<ChainLease['advance']>[1]

/** Compares what the house holds with what is written down, and writes down what that finds. */
async function settleBalances(
  options: EvmRoundOptions,
  { house, blocks }: { readonly house: readonly EvmAddress[]; readonly blocks: Blocks },
): Promise<void> {
  const { db, chain, lease, logger, now } = options
  const { balances } = chain
  const { finalBlock } = blocks
  if (!balances) return
  const nonces = new Map<EvmAddress, Promise<number>>()
  const nonceOf = (address: EvmAddress) => {
    const asked = nonces.get(address) ?? chain.source.nonceAt(address, finalBlock)
    nonces.set(address, asked)
    return asked
  }
  for (const row of await readBalances(db, chain, house)) {
    const { address, contract } = row
    const noteBegun = (difference: bigint) => noteDifference(options, row, { difference, blocks })
    const terms = { db, chain, balances, house, finalBlock, nonceOf, now, noteBegun }
    const settled = await settleBalance(row, terms).catch((failure: unknown) => {
      if (failure instanceof LeaseLostError) throw failure
      return { failure }
    })
    if (!settled) continue
    if (!('held' in settled)) {
      await noteUnread(options, row, settled.failure)
      continue
    }
    const { token, held, nonce, unknown, failure } = settled
    // What is never written down anybody may send by the thousand: nobody is asked about it.
    const worth = settled.found.filter((each) => isWorth(chain, each))
    const all = await Promise.all(worth.map((each) => asTold(options, each)))
    const { doubted } = await doubt(options, all, { finalBlock, house })
    const found = all.filter((each) => !doubted.has(each))
    const omitted = await unwritten(db, chain.chain, found)
    // Without a second node's word a balance is not explained, and asked about again.
    const difference = [...doubted]
      // A transaction may bring other tokens, too, which say nothing of this balance.
      .filter(({ contract }) => contract === token.contract)
      .reduce((sum, { amount }) => sum + amount, settled.difference)
    const isSettled = difference === 0n && doubted.size === 0 && failure === undefined
    // What a search has explained counts from its last block on, unless something of it is in doubt.
    const base = doubted.size > 0 ? undefined : settled.base
    await db.transaction().execute(async (trx) => {
      await record(trx, options, found, finalBlock)
      const left = await unnumbered(trx, chain, { found, token, blocks: settled.read })
      // Also of a block that pays nothing like that by now: it may have been read with less in it.
      const none = token.contract === null ? settled.read.map((each) => ({ ...each, amount: 0n })) : []
      for (const { amount: total, ...at } of byBlock([...none, ...unknown, ...left])) {
        const { block } = at
        const held = { to: address, token, amount: total, block: at, isAll: doubted.size === 0, now }
        const amount = await keepUnknown(trx, chain, held)
        if (amount === 0n) continue
        logger.error(
          {
            alarm: 'money_unknown',
            chain: chain.chain,
            block,
            address,
            amount: String(amount),
            coin: token.coin,
          },
          'the house received money by no transaction that the node shows',
        )
      }
      await trx
        .updateTable('house_balance')
        .set(
          isSettled
            ? {
                settled_block: String(finalBlock),
                settled_amount: String(held),
                received: '0',
                difference: '0',
                unsettled_since: null,
                searched_at: null,
                settled_nonce: String(nonce),
              }
            : {
                difference: String(difference),
                unsettled_since: row.unsettled_since ?? new Date(now),
                searched_at: base ? null : new Date(now),
                ...(base && {
                  settled_block: String(base.block),
                  settled_amount: String(base.amount),
                  settled_nonce: String(base.nonce),
                  received: String(base.received),
                }),
              },
        )
        .where('chain', '=', chain.chain)
        .where('address', '=', address)
        .where('contract', '=', contract)
        .execute()
      await lease.advance(trx, blocks)
    })
    if (omitted.length > 0) chain.opinions?.noteOmitted(omitted)
    if (!isSettled && row.unsettled_since === null) {
      logger.warn(
        { err: failure, chain: chain.chain, address, coin: token.coin, difference: String(difference) },
        'what the house holds differs from what is written down',
      )
    }
  }
}

interface HeldByBlock extends EvmBlock {
  readonly amount: bigint
}

/**
 * What transactions paid to an address in the chain's own coin beyond what is written down of them: such a payment has one
 * number in its transaction, which may pay several addresses, or one of them twice.
 */
async function unnumbered(
  trx: Database,
  { chain }: EvmDepositChain,
  {
    found,
    token,
    blocks,
  }: {
    readonly found: readonly EvmTransfer[]
    readonly token: EvmToken
    readonly blocks: readonly EvmBlock[]
  },
): Promise<readonly HeldByBlock[]> {
  const own = found.filter(({ contract }) => contract === null)
  const rows = await finalRows(
    trx,
    chain,
    own.map(({ txId }) => txId),
  )
  const left: HeldByBlock[] = []
  for (const txId of new Set(own.map((each) => each.txId))) {
    const moves = own.filter((each) => each.txId === txId)
    const [first] = moves
    const at = blocks.find(({ block }) => block === first?.block)
    const row = rows.find(
      (each) => each.tx_id === txId && each.log_index === -1 && each.recipient === first?.to,
    )
    const written = fromLedger(BigInt(row?.amount ?? 0), token)
    const amount = moves.reduce((sum, each) => sum + each.amount, -written)
    if (at && amount >= token.minimum) left.push({ ...at, amount })
  }
  return left
}

/** One for each block. */
function byBlock(held: readonly HeldByBlock[]): readonly HeldByBlock[] {
  const once = new Map<number, HeldByBlock>()
  for (const each of held) {
    const amount = each.amount + (once.get(each.block)?.amount ?? 0n)
    once.set(each.block, { ...each, amount })
  }
  return [...once.values()]
}

/** What is written down as final of these transactions: nothing of it is written down anew. */
async function finalRows(db: Database, chain: string, txIds: readonly string[]) {
  if (txIds.length === 0) return []
  return db
    .selectFrom('deposit')
    .select(['tx_id', 'log_index', 'recipient', 'amount'])
    .where('chain', '=', chain)
    .where('tx_id', 'in', txIds)
    .where('status', 'not in', ['confirming', 'dropped'])
    .union(
      db
        .selectFrom('unclaimed_transfer')
        .select(['tx_id', 'log_index', 'recipient', 'amount'])
        .where('chain', '=', chain)
        .where('tx_id', 'in', txIds),
    )
    .execute()
}

/** Transactions of these transfers whose events nobody has told before. */
async function unwritten(
  db: Database,
  chain: string,
  found: readonly EvmTransfer[],
): Promise<readonly string[]> {
  // The chain's own coin has no events.
  const txIds = [...new Set(found.flatMap(({ contract, txId }) => (contract === null ? [] : [txId])))]
  if (txIds.length === 0) return []
  const known = await db
    .selectFrom('deposit')
    .select('tx_id')
    .where('chain', '=', chain)
    .where('tx_id', 'in', txIds)
    .union(
      db
        .selectFrom('unclaimed_transfer')
        .select('tx_id')
        .where('chain', '=', chain)
        .where('tx_id', 'in', txIds),
    )
    .execute()
  return txIds.filter((txId) => known.every(({ tx_id }) => tx_id !== txId))
}

/** Of a search that never comes to its end, whatever ends it, nobody would hear otherwise. */
async function noteDifference(
  { db, chain: { chain }, lease, now }: EvmRoundOptions,
  { address, contract, unsettled_since }: HouseBalance,
  { difference, blocks }: { readonly difference: bigint; readonly blocks: Blocks },
): Promise<void> {
  if (unsettled_since) return
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('house_balance')
      .set({ difference: String(difference), unsettled_since: new Date(now) })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('contract', '=', contract)
      .execute()
    await lease.advance(trx, blocks)
  })
}

/** What cannot be compared is told, and holds up nothing that is credited by its events. */
async function noteUnread(
  { db, chain: { chain }, logger, now }: EvmRoundOptions,
  { address, contract, unsettled_since }: HouseBalance,
  failure: unknown,
): Promise<void> {
  await db
    .updateTable('house_balance')
    .set({ unsettled_since: unsettled_since ?? new Date(now), searched_at: new Date(now) })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('contract', '=', contract)
    .execute()
  if (unsettled_since) return
  logger.warn({ err: failure, chain, address, contract }, 'what the house holds cannot be read')
}

/**
 * What a contract paid is of the player who signed the transaction and told of it, when he called that very contract and
 * gave it as much: one that relays for others, or calls their wallets, must not get what is theirs.
 */
async function asTold({ db, chain }: EvmRoundOptions, transfer: EvmTransfer): Promise<EvmTransfer> {
  if (transfer.contract !== null) return transfer
  const intents = await db
    .selectFrom('deposit_intent')
    .select('sender')
    .where('chain', '=', chain.chain)
    .where('tx_id', '=', transfer.txId)
    .execute()
  if (intents.length === 0) return transfer
  const signed = await chain.source.transaction(transfer.txId)
  if (signed?.to !== transfer.from || signed.value < transfer.amount) return transfer
  const intent = intents.find(({ sender }) => sender === signed.from)
  return intent ? { ...transfer, from: intent.sender } : transfer
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
    .select(['id', 'tx_id', 'log_index', 'block'])
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
      'a transaction that a player waits for cannot be read',
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
