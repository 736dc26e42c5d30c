import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { EvmBlock, EvmTransfer } from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'
import { LeaseLostError, type ChainLease } from '#server/deposits/chain-lease.ts'
import { creditDue, ignoreRefusedDeposits, type CreditOptions } from '#server/deposits/credit-deposits.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import {
  fromLedger,
  isRecordable,
  movePosition,
  readPosition,
  recordingMinimum,
  type EvmDepositChain,
  type EvmPosition,
} from './evm-deposit-chain.ts'
import {
  addReceived,
  balancesAt,
  resetBalances,
  houseAddresses,
  readBalances,
  type BalanceAt,
  type HouseBalance,
} from './house-balances.ts'
import { isNotClosed, nameIn } from '#server/deposits/closed-transfers.ts'
import { moveToEndOfQueue, MAX_RECHECKED } from '#server/deposits/record-transfers.ts'
import { adoptTransfers, giveUpUnanswered, hasUnmatchedIntents } from './adopt-transfers.ts'
import { readIntents, readOpenDeposits, type IntentNews, type ReadIntents } from './follow-intents.ts'
import { depositsOf, type IntentGroup } from '#server/deposits/intent-groups.ts'
import { saveSearches, searchSenders, type SenderSearch } from './search-senders.ts'
import {
  FIRST_UNKNOWN_INDEX,
  claimTransfers,
  recordUnknownMoney,
  recordEvmTransfers,
  unconfirmDeposits,
} from './record-evm-transfers.ts'
import { settleBalance } from './settle-balances.ts'

/** Blocks read and recorded at a time. A practice chain reads all at once. */
const MAX_RANGE = 50
/** Unreadable transactions that are already in the log. */
const warned = new Set<string>()
const MAX_WARNED = 1_000

export interface EvmRoundOptions extends CreditOptions {
  readonly db: Database
  readonly chain: EvmDepositChain
  readonly lease: ChainLease
  readonly logger: Pick<Logger, 'warn' | 'error'>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Stops the round between two ranges. */
  readonly signal?: AbortSignal
}

/**
 * Reads the chain since the last round and credits confirmed deposits; false while another process does. Blocks that are not
 * final are read again in each round, so that a reorg shows before anything is credited. Safe to interrupt at any point:
 * rows and position change in one transaction for each range.
 */
export async function evmRound(options: EvmRoundOptions): Promise<boolean> {
  const { db, chain, lease, now, signal } = options
  const { source, confirmations } = chain
  if (!(await lease.take(now))) return false
  const head = await source.head()
  // One node may invent a head. So a second node must have reached the final block, too.
  const agreedHead = chain.opinions?.agreedHead(head.block) ?? head.block
  const finalBlock = Math.max(agreedHead - confirmations, 0)
  const blocks = { headBlock: head.block, headAt: head.at, finalBlock }
  if (await isUnused(db, chain)) {
    const position = await source.block(finalBlock)
    await db.transaction().execute(async (trx) => {
      // Store the position, so that the first payment is found even after a long pause.
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
      await rewind(options, known, house)
      return true
    }
    // The answering node is behind the one that reported the head. The next round continues here.
    if (!last) break
    // Wait until a second node confirms the final block.
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
  if (known && known.block >= from) await recheckCredited(options, { seen, from, upTo: known.block })
  // Credit before the next requests, which may fail or take long.
  await ignoreRefusedDeposits(credit)
  const searches = await searchSenders(db, chain, { headBlock: head.block, finalBlock, now })
  const asked = new Set<string>()
  for (const group of ['open', 'dropped'] as const) {
    await followIntents(options, { ...read, group, searches, asked })
  }
  await settleNativePayments(options, { ...read, searches, asked })
  if (known?.block === finalBlock) await settleBalances(options, { house, blocks })
  await credit()
  await lease.complete(now)
  return true
}

function readTermsOf(chain: EvmDepositChain) {
  const tokens = chain.tokens.flatMap((token) =>
    token.contract === null
      ? []
      : [{ contract: token.contract, least: recordingMinimum(token), isRebasing: token.isRebasing }],
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

/** Transfers from other sources than blocks. A single node claims that the `doubted` ones are final. */
interface CheckedTransfers {
  readonly transfers: readonly EvmTransfer[]
  readonly doubted: ReadonlySet<EvmTransfer>
}

async function checkWithOtherNode(
  { db, chain }: EvmRoundOptions,
  transfers: readonly EvmTransfer[],
  { finalBlock, house }: Pick<Read, 'finalBlock' | 'house'>,
): Promise<CheckedTransfers> {
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

/** Records doubted transfers as unconfirmed, so that they are checked again. */
async function recordChecked(
  trx: Database,
  options: EvmRoundOptions,
  { transfers, doubted }: CheckedTransfers,
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

/** First block to read. `position` is undefined before the first round. */
async function startOf({ db, chain }: EvmRoundOptions, head: EvmBlock) {
  const { confirmations } = chain
  await db
    .updateTable('chain_watch')
    .set({ confirmations, explorer_url: chain.explorerUrl })
    .where('chain', '=', chain.chain)
    .execute()
  const position = await readPosition(db, chain.chain)
  // No payment was possible before.
  if (!position) return { from: Math.max(head.block - 2 * confirmations, 0), position }
  return { from: position.block + 1, position }
}

/** After a reorg of final blocks, rewind by this multiple of the confirmations. */
const REWIND_FACTOR = 10

/** Balances at the first block, or at the second if the node has no state of the first. */
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
      'the node keeps no state of blocks that were replaced: internal payments in them are not proven',
    )
    return found
  }
}

/** Rewinds after a reorg of final blocks and resets the balances. */
async function rewind(
  options: EvmRoundOptions,
  { block, hash }: EvmPosition,
  house: readonly EvmAddress[],
): Promise<void> {
  const { db, chain, lease, logger, now } = options
  const { source, confirmations } = chain
  const there = await source.block(block)
  // One answer from a node on another branch does not prove a reorg.
  if (there?.hash === hash)
    throw new NodeUnavailable(`The node of ${chain.chain} contradicts itself about block ${block}`)
  const from = await source.block(Math.max(block - REWIND_FACTOR * confirmations, 0))
  if (!from)
    throw new NodeUnavailable(`The node of ${chain.chain} is behind block ${block}, which was read before`)
  // SenderSearch these up first: a failure here must not leave a moved position.
  const credited = await creditedDeposits(db, chain.chain).where('block', '>', String(from.block)).execute()
  const { gone } = await lookUp(chain, credited)
  const held = await db
    .selectFrom('unclaimed_transfer')
    .select(['tx_id', 'log_index', 'block'])
    .where('chain', '=', chain.chain)
    .where('claimed_at', 'is', null)
    .where('block', '>', String(from.block))
    .where(isNotClosed(nameIn('unclaimed_transfer')))
    .execute()
  const { gone: heldNoMore } = await lookUp(chain, held)
  const known = await knownBalances(options, await readBalances(db, chain, house), [from.block, block])
  await db.transaction().execute(async (trx) => {
    await movePosition(trx, chain.chain, from)
    await resetBalances(trx, chain.chain, known)
    // Delete lost transfers, so that they are recorded anew when they return.
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
  alertLostDeposits(options, gone)
}

/** Credits are not reversed. The operator settles them with the player. */
function alertLostDeposits(
  { chain: { chain }, logger }: EvmRoundOptions,
  deposits: readonly RecordedTransfer[],
): void {
  if (deposits.length === 0) return
  logger.error({ alarm: 'deposit_gone', chain, deposits }, 'credited deposits are in no block any more')
}

/** Rechecks credited deposits in final blocks that were just read again after a rewind. */
async function recheckCredited(
  options: EvmRoundOptions,
  { seen, from, upTo }: Pick<Read, 'seen' | 'from'> & { readonly upTo: number },
): Promise<void> {
  const { db, chain } = options
  const present = namesOf(seen)
  const credited = await creditedDeposits(db, chain.chain)
    .where('block', '>=', String(from))
    .where('block', '<=', String(upTo))
    .execute()
  const { gone } = await lookUp(
    chain,
    credited.filter((each) => !present.has(nameOf(each))),
  )
  alertLostDeposits(options, gone)
}

const creditedDeposits = (db: Database, chain: string) =>
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
 * Unconfirms deposits whose blocks were replaced and assigns claimed transfers. A missing event proves nothing, so the
 * receipt is looked up first.
 */
async function settleSeen(options: EvmRoundOptions, read: Read): Promise<void> {
  const { seen, from, head, finalBlock } = read
  const { db, chain, lease, now } = options
  const present = namesOf(seen)
  const open = await openDeposits(db, chain.chain)
    .where('log_index', '>=', 0)
    // An earlier round may have stopped between reading a final block and this check.
    .where((where) => where.or([where('block', '>=', String(from)), where('status', '=', 'confirming')]))
    // Skip blocks after the head: this node may be behind another one.
    .where('block', '<=', String(head.block))
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  const missing = open.filter((each) => !present.has(nameOf(each))).slice(0, MAX_RECHECKED)
  const asked = await lookUpEach(options, missing)
  const there = asked.flatMap((each) => each.there)
  const told = await checkWithOtherNode(options, there, read)
  const ids = asked.flatMap(({ gone }) => gone.map(({ id }) => id))
  await db.transaction().execute(async (trx) => {
    await moveToEndOfQueue(
      trx,
      missing.map(({ id }) => id),
      now,
    )
    await recordChecked(trx, options, told, finalBlock)
    await unconfirmDeposits(trx, chain.chain, { ids, headBlock: head.block, now })
    await claimTransfers(trx, chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
}

/** An unreadable deposit is skipped, so that it does not block the others. */
async function lookUpEach(
  options: EvmRoundOptions,
  rows: readonly (RecordedTransfer & { readonly id: string })[],
) {
  const answers: Awaited<ReturnType<typeof lookUp<(typeof rows)[number]>>>[] = []
  for (const row of rows) {
    try {
      answers.push(await lookUp(options.chain, [row]))
    } catch (error) {
      // Throws when the node answers nothing at all, which ends the round.
      await options.chain.source.head()
      warnOnce(options, [{ id: row.id, txId: row.tx_id, error }])
    }
  }
  return answers
}

interface RecordedTransfer {
  readonly tx_id: string
  readonly log_index: number | null
  readonly block: string | null
}

/** `gone`: in no block any more. `there`: the current transfers of the others. */
async function lookUp<T extends RecordedTransfer>(
  { source }: EvmDepositChain,
  rows: readonly T[],
): Promise<{ readonly gone: readonly T[]; readonly there: readonly EvmTransfer[] }> {
  const gone: T[] = []
  const there: EvmTransfer[] = []
  for (const row of rows) {
    const { tx_id: txId, log_index, block } = row
    if (log_index !== null && log_index <= FIRST_UNKNOWN_INDEX) {
      if ((await source.block(Number(block)))?.hash !== txId) gone.push(row)
      continue
    }
    const receipt = await source.receipt(txId)
    // Receipts do not contain internal transfers of the native coin.
    if (receipt?.hasSucceeded && log_index === -1) continue
    const transfer = receipt?.transfers.find(({ logIndex }) => logIndex === log_index)
    if (receipt && transfer) there.push({ ...transfer, txId, block: receipt.block, at: receipt.at })
    else if (!receipt?.isPartial) gone.push(row)
  }
  return { gone, there }
}

interface Following extends Read {
  readonly searches: ReadonlyMap<string, SenderSearch>
  readonly asked: Set<string>
}

async function followIntents(
  options: EvmRoundOptions,
  { group, searches, asked, head, finalBlock, house }: Following & { readonly group: IntentGroup },
): Promise<void> {
  const { db, chain, lease, now } = options
  const reading = { group, searches, headBlock: head.block, finalBlock, now }
  const { news, unread } = await readIntents(db, chain, reading)
  if (news.length === 0 && unread.length === 0) return
  warnOnce(options, unread)
  for (const { txId } of unread) asked.add(txId)
  const paid = news.flatMap(({ transfers }) => transfers ?? [])
  const told = await checkWithOtherNode(options, paid, { finalBlock, house })
  const isCertain = ({ transfers }: IntentNews) => !transfers?.some((each) => told.doubted.has(each))
  await db.transaction().execute(async (trx) => {
    const at = new Date(now)
    for (const { id, status, txId, nonce, isSearching } of news) {
      await trx
        .updateTable('deposit_intent')
        .set({ status, tx_id: txId, nonce, ...(!isSearching && { updated_at: at }) })
        .where('id', '=', id)
        .where('status', 'in', ['sent', 'seen', 'dropped'])
        .execute()
    }
    if (unread.length > 0) {
      // Move them to the end of the queue, because each round has a limit.
      const ids = unread.map(({ id }) => id)
      await trx.updateTable('deposit_intent').set({ updated_at: at }).where('id', 'in', ids).execute()
    }
    await recordChecked(trx, options, told, finalBlock)
    await failWithoutTransfer(trx, chain.chain, news.filter(isCertain), finalBlock)
    await unconfirmNativeDeposits(trx, options, {
      asked: news.map((each) => each.asked),
      paid,
      headBlock: head.block,
    })
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
  for (const each of news) asked.add(each.asked)
}

/**
 * Records payments in the native coin found by sender, rechecks deposits without an intent until they are final, and matches
 * intents with transfers under another hash.
 */
async function settleNativePayments(
  options: EvmRoundOptions,
  { searches, asked, head, finalBlock, house }: Following,
): Promise<void> {
  const { db, chain, lease, now } = options
  const found = [...searches.values()].flatMap(({ transfers }) => transfers)
  for (const { txId } of found) asked.add(txId)
  const again = await readOpenDeposits(db, chain, asked)
  const paid = [...found, ...again.transfers]
  const isAnything =
    searches.size > 0 || again.asked.length > 0 || (await hasUnmatchedIntents(db, chain.chain, now))
  if (!isAnything) return
  const told = await checkWithOtherNode(options, paid, { finalBlock, house })
  // A doubted payment is not recorded, and only another search would find it again.
  const certain = [...searches].filter(
    ([, { transfers }]) => !transfers.some((each) => told.doubted.has(each)),
  )
  await db.transaction().execute(async (trx) => {
    await recordChecked(trx, options, told, finalBlock)
    await unconfirmNativeDeposits(trx, options, { asked: again.asked, paid, headBlock: head.block })
    await saveSearches(trx, new Map(certain), now)
    await adoptTransfers(trx, chain.chain, now)
    await giveUpUnanswered(trx, chain.chain, now)
    await lease.advance(trx, { headBlock: head.block, finalBlock })
  })
}

type Blocks = Parameters<ChainLease['advance']>[1]

/** Compares the house's balances with the recorded transfers and records missing ones. */
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
    const onDifference = (difference: bigint) => recordDifference(options, row, { difference, blocks })
    const terms = { db, chain, balances, house, finalBlock, nonceOf, now, onDifference }
    const settled = await settleBalance(row, terms).catch((failure: unknown) => {
      if (failure instanceof LeaseLostError) throw failure
      return { failure }
    })
    if (!settled) continue
    if (!('held' in settled)) {
      await recordUnreadable(options, row, settled.failure)
      continue
    }
    const { token, held, nonce, unknown, failure } = settled
    // Anybody may send thousands of transfers that are not recorded: no node is asked about them.
    const recordable = settled.found.filter((each) => isRecordable(chain, each))
    const all = await Promise.all(recordable.map((each) => attributeToSigner(options, each)))
    const { doubted } = await checkWithOtherNode(options, all, { finalBlock, house })
    const found = all.filter((each) => !doubted.has(each))
    const omitted = await unrecordedTxIds(db, chain.chain, found)
    // Doubted transfers do not settle a balance; they are checked again.
    const difference = [...doubted]
      // A transaction may also bring other tokens, which say nothing about this balance.
      .filter(({ contract }) => contract === token.contract)
      .reduce((sum, { amount }) => sum + amount, settled.difference)
    const isSettled = difference === 0n && doubted.size === 0 && failure === undefined
    // A search sets a new base only when no transfer is doubted.
    const base = doubted.size > 0 ? undefined : settled.base
    await db.transaction().execute(async (trx) => {
      await record(trx, options, found, finalBlock)
      const left = await unrecordedNativePayments(trx, chain, { found, token, blocks: settled.read })
      // A block that was read with less in it may pay nothing by block any more: its row is corrected to zero.
      const corrected = token.contract === null ? settled.read.map((each) => ({ ...each, amount: 0n })) : []
      for (const { amount: total, ...at } of sumByBlock([...corrected, ...unknown, ...left])) {
        const { block } = at
        const amount = await recordUnknownMoney(trx, chain, {
          to: address,
          token,
          amount: total,
          block: at,
          isAll: doubted.size === 0,
          now,
        })
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
        'a balance of the house differs from the recorded transfers',
      )
    }
  }
}

interface HeldByBlock extends EvmBlock {
  readonly amount: bigint
}

/**
 * Native payments beyond the recorded amount. A transaction has only one row for the native coin, but it may pay several
 * addresses, or one address several times.
 */
async function unrecordedNativePayments(
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

function sumByBlock(held: readonly HeldByBlock[]): readonly HeldByBlock[] {
  const once = new Map<number, HeldByBlock>()
  for (const each of held) {
    const amount = each.amount + (once.get(each.block)?.amount ?? 0n)
    once.set(each.block, { ...each, amount })
  }
  return [...once.values()]
}

/** Rows in a final state, so that they are not recorded again. */
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

async function unrecordedTxIds(
  db: Database,
  chain: string,
  found: readonly EvmTransfer[],
): Promise<readonly string[]> {
  // The native coin has no events.
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

/** Called before a search, which may never end. */
async function recordDifference(
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

/** Logs a balance that cannot be read. Crediting by events continues. */
async function recordUnreadable(
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
  logger.warn({ err: failure, chain, address, contract }, 'a balance of the house cannot be read')
}

/**
 * Attributes the payment of a contract to the player who signed and reported the transaction, if they called this contract
 * with at least that value. Relayers and calls to other people's wallets must not be credited.
 */
async function attributeToSigner(
  { db, chain }: EvmRoundOptions,
  transfer: EvmTransfer,
): Promise<EvmTransfer> {
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

/** Unconfirms native deposits that are in no block any more. Only looked-up transactions are known. */
async function unconfirmNativeDeposits(
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
  await unconfirmDeposits(trx, chain.chain, { ids, headBlock, now })
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

/** Logs each unreadable transaction once, not in every round. */
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

async function failWithoutTransfer(
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

/** True for a practice chain without any intent: there is nothing to read. */
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
