import type { Logger } from '#server/base/logger.ts'
import { rejectFutureBlock } from '#server/chains/block-time.ts'
import type { TransferQuery } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainLease, WatchPosition, WatchProgress } from './chain-lease.ts'
import { creditDue, ignoreRefusedDeposits, type CreditOptions } from './credit-deposits.ts'
import type { DepositChain } from './deposit-chain.ts'
import { lookUpUnconfirmed, moveToEndOfQueue, dropDeposits, recordTransfers } from './record-transfers.ts'
import { recordOutgoing } from './compare-balance.ts'
import { recordOutage, searchAddresses } from './search-addresses.ts'

/** Final blocks are read again for this long, because an index may be a little late. */
const OVERLAP_MS = 15_000
/**
 * An index may also be minutes late: everything is read a second time at this age, and the position stays this far behind
 * the final head. The practice chain has no separate index, so it is never late.
 */
const LATE_MS = 10 * 60_000
const AGAIN_MS = 60_000
/** How far each lease's holder has read. Its loss costs only time: the next holder starts at the stored position. */
const readUntil = new WeakMap<ChainLease, number>()
/** An unconfirmed transfer is looked up this long after its block should be final. */
const UNCONFIRMED_MS = 60_000

export interface RoundOptions extends CreditOptions {
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly db: Database
  readonly chain: DepositChain
  readonly lease: ChainLease
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Stops the round between two pages. */
  readonly signal?: AbortSignal
}

/**
 * Reads the chain since the last round and credits due deposits; false while another process does. Safe to interrupt at
 * any point: rows and position change in one transaction for each page.
 */
export async function watchRound(options: RoundOptions): Promise<boolean> {
  const { db, chain, lease, now } = options
  const position = await lease.take(now)
  if (!position) return false
  const { network, source } = chain
  await recordOutage(db, network.chain, now)
  // Read in this order, so that the final block is never ahead of the head.
  const final = rejectFutureBlock(await source.finalHead(), now)
  const head = rejectFutureBlock(await source.head(), now)
  const blocks = { headBlock: head.block, headAt: head.at, finalBlock: final.block }
  const credit = () => creditDue(db, network.chain, { ...options, headBlock: head.block })
  const latest = chain.practice ? final.at : final.at - LATE_MS
  if (await hasAddresses(db, network.chain)) {
    const { finalUntil } = position
    const until = Math.max(readUntil.get(lease) ?? 0, finalUntil)
    if (until > finalUntil && latest - finalUntil >= AGAIN_MS) {
      await readTransfers(options, blocks, {
        isFinal: true,
        since: finalUntil - OVERLAP_MS,
        end: latest,
        keep: (at) => ({ finalUntil: at }),
      })
    }
    await readTransfers(options, blocks, {
      isFinal: true,
      since: until - OVERLAP_MS,
      end: Math.max(final.at, until),
      keep: (at) => (until > finalUntil ? {} : { finalUntil: Math.min(at, latest) }),
    })
    // Credit before the next requests, which may fail.
    await ignoreRefusedDeposits(credit)
    const { there, gone, asked } = await lookUpUnconfirmed(db, chain, final.at - UNCONFIRMED_MS)
    await db.transaction().execute(async (trx) => {
      await moveToEndOfQueue(trx, asked, now)
      await recordTransfers(trx, chain, there, { isFinal: true, now })
      await dropDeposits(trx, gone, now)
      await lease.advance(trx, blocks)
    })
    await readTransfers(options, blocks, {
      isFinal: false,
      since: seenFrom(position, final.at),
      end: head.at,
      keep: (at) => ({ seenUntil: at }),
    })
  } else {
    // There are no addresses, so there is nothing to credit. New ones receive only in later blocks.
    await lease.advance(db, { ...blocks, finalUntil: latest, seenUntil: final.at })
  }
  await searchAddresses(db, chain, { ...options, finalAt: final.at })
  await credit()
  await lease.complete(now)
  return true
}

/** Transfers in blocks that are not final are only shown. So after a pause reading starts at the final block. */
const seenFrom = ({ seenUntil }: WatchPosition, finalAt: number) => Math.max(seenUntil, finalAt)

interface Reading {
  readonly isFinal: boolean
  readonly since: number
  /** Pages after this time are not read. */
  readonly end: number
  /** The new position when everything before `at` has been read. */
  readonly keep: (at: number) => Pick<WatchProgress, 'finalUntil' | 'seenUntil'>
}

async function readTransfers(
  { db, chain, lease, now, signal }: RoundOptions,
  blocks: Pick<WatchProgress, 'headBlock' | 'headAt' | 'finalBlock'>,
  { isFinal, since, end, keep }: Reading,
): Promise<void> {
  const { network, source } = chain
  const query: Omit<TransferQuery, 'cursor'> = { contract: network.usdtContract, isFinal, since }
  let cursor: string | null = null
  let last = since
  let isSorted = true
  let first: number | undefined
  do {
    signal?.throwIfAborted()
    const { transfers, next } = await source.transfers({ ...query, cursor })
    const times = transfers.map(({ at }) => at)
    isSorted &&= times.every((at, index) => at >= (times[index - 1] ?? last))
    last = Math.max(last, ...times)
    first ??= times[0]
    // A page proves that everything before its newest event was read if its events are sorted and span several blocks, or if
    // it is the last of several pages. One unsorted page may be the newest of many, and one block shows no order. An empty
    // page proves nothing, because an index that is behind also returns one.
    const isProven = (isSorted && last > (first ?? last)) || (next === null && cursor !== null)
    const reached = next === null && chain.practice ? end : isProven ? last : since
    const until = Math.min(reached, end)
    await db.transaction().execute(async (trx) => {
      await recordTransfers(trx, chain, transfers, { isFinal, now })
      if (isFinal && chain.balances) await recordOutgoing(trx, chain, transfers)
      await lease.advance(trx, { ...blocks, ...keep(until) })
    })
    if (isFinal) readUntil.set(lease, Math.max(readUntil.get(lease) ?? 0, until))
    cursor = isSorted && last > end ? null : next
  } while (cursor !== null)
}

async function hasAddresses(db: Database, chain: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_address')
    .select('account_id')
    .where('chain', '=', chain)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
