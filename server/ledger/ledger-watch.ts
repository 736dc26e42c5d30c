import type { LedgerHealth } from '#contract/health.ts'
import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { Logger } from '#server/logger.ts'
import { repeat } from '#server/repeat.ts'
import { reconcile } from './reconcile.ts'

/** The first check, soon after the start. */
const FIRST_MS = 10_000

interface WatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** From the end of one check to the beginning of the next. */
  readonly everyMs: number
  readonly firstMs?: number
}

export interface LedgerWatch {
  health(): LedgerHealth
  /** Resolves when a check that is under way has ended. */
  stop(): Promise<void>
}

/**
 * Reconciles the ledger now and then, and raises an alarm in log and health when it does not add up. A check
 * that could not be made changes nothing but the log: health tells when the last one was.
 */
export function watchLedger({
  db,
  clock,
  logger,
  everyMs,
  firstMs = Math.min(FIRST_MS, everyMs),
}: WatchOptions): LedgerWatch {
  let health: LedgerHealth = { status: 'unchecked', checkedAt: null }

  const check = async () => {
    try {
      const { faults } = await reconcile(db)
      const checkedAt = new Date(clock()).toISOString()
      if (faults.length > 0) logger.error({ alarm: 'ledger', faults }, 'the ledger does not add up')
      else if (health.status === 'alarm') logger.info('the ledger adds up again')
      health = { status: faults.length > 0 ? 'alarm' : 'sound', checkedAt }
    } catch (error) {
      logger.warn({ err: error }, 'the ledger could not be checked')
    }
    return everyMs
  }
  return { health: () => health, stop: repeat(check, { firstMs }).stop }
}
