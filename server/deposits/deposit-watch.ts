import { randomUUID } from 'node:crypto'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import type { TableChanges } from '#server/db/table-changes.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import { whileRenewed } from '#server/jobs/job-lease.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { createChainLease, LeaseLostError, type ChainLease } from './chain-lease.ts'
import type { CreditOptions } from './credit-deposits.ts'
import type { DepositChain } from './deposit-chain.ts'
import { isUnderWay } from './under-way.ts'
import { watchRound } from './watch-round.ts'

/** Of a lease, at least. */
const LEASE_MS = 15_000
/** Pauses after a round that failed, twice as long each time. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** How often a quiet practice chain is looked at, should a change not have been told of. Shorter than a lease. */
const QUIET_MS = 10_000
/** What a practice chain has to be read for at once. */
const WAKING: readonly (keyof Tables)[] = [
  'practice_transfer',
  'deposit_address',
  'deposit_intent',
  // Its earlier transfers find their player.
  'wallet',
]

interface ChainWatchOptions {
  readonly db: Database
  /** As the ledger names it. */
  readonly chain: string
  /** Reads the chain once and credits what is due; false while another process does so. */
  readonly round: (now: {
    readonly lease: ChainLease
    readonly now: number
    readonly signal: AbortSignal
  }) => Promise<boolean>
  readonly clock: CheckedClock
  readonly logger: Logger
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number
  /** After the first round of several that fail. */
  readonly pauseMs?: number
  /**
   * Of a practice chain in a database that only this process changes: between two changes it is read now and then
   * only. Null for a chain that may have something new at any time.
   */
  readonly changes?: TableChanges | null
  /** How long another process waits for one that died while it watched. */
  readonly leaseMs?: number
  /** From the end of one round to the beginning of the next while nothing is told of. */
  readonly quietMs?: number
  /** Tells players what a round has changed. */
  readonly tell?: () => Promise<void>
}

export interface DepositWatch {
  /** Resolves when a round that is under way has ended and another process may watch. */
  stop(): Promise<void>
}

interface WatchOptions
  extends Omit<CreditOptions, 'logger'>, Omit<ChainWatchOptions, 'chain' | 'round' | 'leaseMs'> {
  readonly chain: DepositChain
}

/** Watches TRON for deposits, as long as no other process on the same database does. */
export function watchDeposits({
  db,
  chain,
  clock,
  logger,
  everyMs,
  pauseMs,
  changes = null,
  quietMs,
  tell,
  ...options
}: WatchOptions): DepositWatch {
  return watchChain({
    db,
    clock,
    logger,
    everyMs,
    changes,
    chain: chain.network.chain,
    ...(pauseMs !== undefined && { pauseMs }),
    ...(quietMs !== undefined && { quietMs }),
    ...(tell !== undefined && { tell }),
    round: (now) => watchRound({ db, chain, logger, ...now, ...options }),
  })
}

/** Reads a chain again and again, as long as no other process on the same database does. */
export function watchChain({
  db,
  chain,
  round: read,
  clock,
  logger,
  everyMs,
  pauseMs = FIRST_PAUSE_MS,
  changes = null,
  quietMs = QUIET_MS,
  leaseMs = Math.max(LEASE_MS, 3 * everyMs),
  tell,
}: ChainWatchOptions): DepositWatch {
  const holder = randomUUID()
  const lease = createChainLease(db, chain, holder, leaseMs)
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  let isWatching = false

  /** Says in the log which of several processes watches. */
  const note = (isOurs: boolean) => {
    if (isOurs !== isWatching)
      logger.info({ chain, holder }, isOurs ? 'watches deposits' : 'another process watches')
    isWatching = isOurs
  }
  const round = async () => {
    try {
      // Another process, whose clock is right, has the lease then.
      if (!(await clock.isRight())) return everyMs
      const now = clock()
      const isOurs = await whileRenewed(
        () => lease.renew(),
        leaseMs,
        () => read({ lease, now, signal }),
      )
      note(isOurs)
      if (isOurs) await tell?.()
      if (failures > 0) logger.info({ chain }, 'deposits are watched again')
      failures = 0
      const isQuiet = changes !== null && !(await isUnderWay(db, chain, now))
      return isQuiet ? { pauseMs: Math.max(quietMs, everyMs), wokenMs: everyMs } : everyMs
    } catch (error) {
      if (error instanceof LeaseLostError) note(false)
      if (error instanceof LeaseLostError || signal.aborted) return everyMs
      const pause = Math.min(pauseMs * 2 ** failures, LONGEST_PAUSE_MS)
      // Once, not at each try: an outage of hours is one line.
      if (failures++ === 0) logger.warn({ err: error, chain }, 'deposits cannot be watched')
      return Math.max(error instanceof SourceBusyError ? error.retryAfterMs : pause, everyMs)
    }
  }
  const rounds = repeat(round, { firstMs: 0 })
  changes?.onChange(WAKING, rounds.wake)

  return {
    async stop() {
      stopping.abort()
      await rounds.stop()
      await lease
        .release()
        .catch((error: unknown) => logger.warn({ err: error }, 'the watch is not released'))
    },
  }
}
