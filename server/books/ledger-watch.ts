import * as v from 'valibot'
import { LedgerHealthSchema, type LedgerHealth } from '#contract/health.ts'
import type { Clock } from '#server/base/clock.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import type { BooksTerms } from './books-terms.ts'
import { checkLedger } from './check-ledger.ts'

const FIRST_MS = 10_000
/**
 * Newest deposits and newest withdrawals that each check looks for on each chain; one that was found is not asked for
 * again for hours.
 */
const COMPARED = 20

/** Share of the time between two checks for reading parts of the earlier ledger again. */
const SLICES_SHARE = 0.1
const LEAST_SLICES_MS = 1_000

/** A result of an earlier release has no count. */
const CheckedSchema = v.object({ health: LedgerHealthSchema, differences: v.optional(v.number()) })

interface WatchOptions {
  readonly db: Database
  readonly terms: BooksTerms
  readonly clock: Clock
  readonly logger: Logger
  /** From the end of one check to the beginning of the next. */
  readonly everyMs: number
  readonly firstMs?: number
  readonly views?: readonly ChainView[]
}

export interface LedgerWatch {
  health(): LedgerHealth
  /** Found by the last check; undefined before it. */
  differences(): number | undefined
  stop(): Promise<void>
}

/**
 * Reconciles the books now and then, in one of all processes, and raises an alarm if they do not agree or a chain
 * contradicts them: in the log of that process, and in the health of each. A check that failed to run changes only the
 * log: health tells when the last one ran.
 */
export function watchLedger({
  db,
  terms,
  clock,
  logger,
  everyMs,
  firstMs = Math.min(FIRST_MS, everyMs),
  views = [],
}: WatchOptions): LedgerWatch {
  let health: LedgerHealth = { status: 'unchecked', checkedAt: null }
  let found: number | undefined

  const known = new Map<string, number>()
  /** Differences to the chains. A node that does not answer is reported, but is not a difference. */
  const compare = async (): Promise<string[]> => {
    const found: string[] = []
    for (const view of views) {
      const { chain, differences, notChecked } = await compareWithChain(db, view, {
        last: COMPARED,
        known: { foundAt: known, now: clock() },
      })
      found.push(...differences)
      if (notChecked.length > 0)
        logger.warn({ chain, notChecked }, 'the ledger could not be compared with a chain')
    }
    return found
  }
  const sliceBudgetMs = Math.max(everyMs * SLICES_SHARE, LEAST_SLICES_MS)
  const stop = shareJob({
    db,
    logger,
    everyMs,
    firstMs,
    name: 'ledger-check',
    schema: CheckedSchema,
    async work(before) {
      const { faults, wholeBecause } = await checkLedger(db, terms, { sliceBudgetMs })
      if (wholeBecause !== null) logger.info({ because: wholeBecause }, 'all of the ledger was read')
      const differences = await compare()
      const checkedAt = new Date(clock()).toISOString()
      const isWrong = faults.length > 0 || differences.length > 0
      if (faults.length > 0) logger.error({ alarm: 'ledger', faults }, 'the ledger does not add up')
      if (differences.length > 0) {
        logger.error({ alarm: 'ledger', differences }, 'a chain does not have what the ledger says')
      }
      if (!isWrong && before?.health.status === 'alarm') logger.info('the ledger adds up again')
      const status = isWrong ? ('alarm' as const) : ('sound' as const)
      return { result: { health: { status, checkedAt }, differences: faults.length + differences.length } }
    },
    onResult(checked) {
      health = checked.health
      found = checked.differences
    },
    failure: 'the ledger could not be checked',
  })
  return { health: () => health, differences: () => found, stop }
}
