import type { Logger } from '#server/base/logger.ts'
import { rejectFutureBlock } from '#server/chains/block-time.ts'
import type { TransferQuery } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainLease, WatchPosition, WatchProgress } from './chain-lease.ts'
import { creditDue, orRefused, type CreditOptions } from './credit-deposits.ts'
import type { DepositChain } from './deposit-chain.ts'
import { askForVanished, askOthersNext, dropVanished, recordTransfers } from './record-transfers.ts'
import { noteSent } from './compare-balance.ts'
import { noteOutage, searchAddresses } from './search-addresses.ts'

/** Final blocks are read again for so long before where reading goes on: an index may tell of a transfer a little late. */
const OVERLAP_MS = 15_000
/**
 * An index may also be late by minutes: all is read once more when it is so old, and the position comes no nearer to the
 * final head. The practice chain is its own index, which is never late.
 */
const LATE_MS = 10 * 60_000
/** So much is read once more at a time. */
const AGAIN_MS = 60_000
/** As far as the holder of a lease has read. With it goes only time: whoever comes next begins at the position. */
const readUntil = new WeakMap<ChainLease, number>()
/** What was seen is given up this long after its block ought to be final. */
const VANISH_MS = 60_000

export interface RoundOptions extends CreditOptions {
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly db: Database
  readonly chain: DepositChain
  readonly lease: ChainLease
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Ends the round between two pages. */
  readonly signal?: AbortSignal
}

/**
 * Reads what has happened on the chain since the last round and credits what is due; false while another
 * process does so. A round may end anywhere, even by a kill: rows and position change together, a page at a
 * time, and the next round begins at the position.
 */
export async function watchRound(options: RoundOptions): Promise<boolean> {
  const { db, chain, lease, now } = options
  const position = await lease.take(now)
  if (!position) return false
  const { network, source } = chain
  await noteOutage(db, network.chain, now)
  // In this order: what is final is never ahead of the head.
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
    // What is final is due, whatever is asked for after it.
    await orRefused(credit)
    const { there, gone, asked } = await askForVanished(db, chain, final.at - VANISH_MS)
    await db.transaction().execute(async (trx) => {
      await askOthersNext(trx, asked, now)
      await recordTransfers(trx, chain, there, { isFinal: true, now })
      await dropVanished(trx, gone, now)
      await lease.advance(trx, blocks)
    })
    await readTransfers(options, blocks, {
      isFinal: false,
      since: seenFrom(position, final.at),
      end: head.at,
      keep: (at) => ({ seenUntil: at }),
    })
  } else {
    // Nobody to credit: there is nothing to read, and what comes next is in later blocks.
    await lease.advance(db, { ...blocks, finalUntil: latest, seenUntil: final.at })
  }
  await searchAddresses(db, chain, { ...options, finalAt: final.at })
  await credit()
  await lease.complete(now)
  return true
}

/** What is not final yet is shown, never credited, so that after a pause it begins with what is not final now. */
const seenFrom = ({ seenUntil }: WatchPosition, finalAt: number) => Math.max(seenUntil, finalAt)

interface Reading {
  readonly isFinal: boolean
  readonly since: number
  /** Pages after it are not read. */
  readonly end: number
  /** How far the position comes with a page, when all before that moment has been read. */
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
    // Events that are all of one block show no order, and one page alone in another order may be the newest of many:
    // neither says how far it reaches. All pages together do. An index that is behind tells of nothing as it does where
    // there is nothing: all before its newest event has been read, and no more is known.
    const isProven = (isSorted && last > (first ?? last)) || (next === null && cursor !== null)
    const reached = next === null && chain.practice ? end : isProven ? last : since
    const until = Math.min(reached, end)
    await db.transaction().execute(async (trx) => {
      await recordTransfers(trx, chain, transfers, { isFinal, now })
      if (isFinal && chain.balances) await noteSent(trx, chain, transfers)
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
