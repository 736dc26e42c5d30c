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
import { isFollowed } from './intent-groups.ts'
import { watchRound } from './watch-round.ts'

const LEASE_MS = 15_000
/** Backoff after failed rounds; doubles each time. */
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** How often an idle practice chain is polled, in case a notification was lost. Shorter than a lease. */
const QUIET_MS = 10_000
/** Changes to these tables start a round of a practice chain. */
const WAKING: readonly (keyof Tables)[] = [
  'practice_transfer',
  'deposit_address',
  'deposit_intent',
  // Linking a wallet assigns its earlier transfers.
  'wallet',
]

interface ChainWatchOptions {
  readonly db: Database
  /** Identifier in the ledger. */
  readonly chain: string
  /** Reads the chain once and credits due deposits; false while another process does. */
  readonly round: (now: {
    readonly lease: ChainLease
    readonly now: number
    readonly signal: AbortSignal
  }) => Promise<boolean>
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly everyMs: number
  /** Pause after the first failed round. */
  readonly pauseMs?: number
  /**
   * Notifies of changes, for a practice chain whose database only this process changes: it is rarely polled between
   * changes. Null for a real chain.
   */
  readonly changes?: TableChanges | null
  /** How long another process waits after the holder has died. */
  readonly leaseMs?: number
  /** Pause between rounds while there is no change. */
  readonly quietMs?: number
  readonly tell?: () => Promise<void>
}

export interface DepositWatch {
  /** Resolves after the current round has ended and the lease is free. */
  stop(): Promise<void>
}

interface WatchOptions
  extends Omit<CreditOptions, 'logger'>, Omit<ChainWatchOptions, 'chain' | 'round' | 'leaseMs'> {
  readonly chain: DepositChain
}

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

/** Polls a chain while this process holds its lease. */
export function watchChain({
  db,
  chain,
  round: read,
  clock,
  logger,
  everyMs,
  pauseMs = MIN_PAUSE_MS,
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

  const note = (isOurs: boolean) => {
    if (isOurs !== isWatching)
      logger.info({ chain, holder }, isOurs ? 'watches deposits' : 'another process watches')
    isWatching = isOurs
  }
  const round = async () => {
    try {
      // Skip the round: the lease belongs to a process with a correct clock.
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
      const isQuiet = changes !== null && !(await hasPendingWork(db, chain, now))
      return isQuiet ? { pauseMs: Math.max(quietMs, everyMs), wokenMs: everyMs } : everyMs
    } catch (error) {
      if (error instanceof LeaseLostError) note(false)
      if (error instanceof LeaseLostError || signal.aborted) return everyMs
      const pause = Math.min(pauseMs * 2 ** failures, MAX_PAUSE_MS)
      // Log only the first failure of an outage.
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
        .catch((error: unknown) => logger.warn({ err: error }, 'the lease of a watch could not be released'))
    },
  }
}

/** True if the next blocks or prices will change something on a practice chain. */
async function hasPendingWork(db: Database, chain: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('chain_watch')
    .select('chain')
    .where('chain', '=', chain)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('practice_transfer')
            .select('practice_transfer.id')
            .where('practice_transfer.chain', '=', chain)
            .whereRef('practice_transfer.block', '>', 'chain_watch.final_block'),
        ),
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .where('deposit.chain', '=', chain)
            .where('deposit.status', 'in', ['confirming', 'confirmed']),
        ),
        exists(
          selectFrom('deposit_intent')
            .select('deposit_intent.id')
            .where('deposit_intent.chain', '=', chain)
            .where(isFollowed(now, ['open'])),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
