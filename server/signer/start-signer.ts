import { randomUUID } from 'node:crypto'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import type { TableChanges } from '#server/db/table-changes.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { ChainSender } from './chain-sender.ts'
import type { SignerJournal } from './journal.ts'
import type { CoinRules, SignerLimits } from '#server/config/coin-rules.ts'
import type { SignerContext } from './signer-context.ts'
import { createSignerLease } from './signer-lease.ts'
import { hasWork, newestVote, signerRound } from './signer-round.ts'
import { emptyMemory } from './wallet-memory.ts'

interface StartOptions {
  readonly db: Database
  readonly sender: ChainSender
  readonly key: SignerContext['key']
  readonly votes: SignerContext['votes']
  readonly limits: SignerLimits
  readonly coinRules: CoinRules
  readonly seals: SignerContext['seals']
  readonly journal: SignerJournal
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly everyMs: number
  /** For a database that only this process changes: without changes it is rarely polled. */
  readonly changes?: TableChanges | null
}

/** Longer than any round; delay before another signer takes over from a dead one. */
const LEASE_MS = 30_000
const SEEN_EVERY_MS = 15_000
/** Interval of polls despite reported changes, in case one was missed. */
const QUIET_MS = 10_000
const LONGEST_REST_MS = 60_000

export function startSigner(options: StartOptions): { stop(): Promise<void> } {
  const { db, sender, clock, logger, everyMs, changes = null } = options
  const lease = createSignerLease(db, sender.chain, randomUUID(), LEASE_MS)
  const kept = {
    refusals: new Map<string, number>(),
    toldShort: new Map<string, number>(),
    resting: new Map(),
  }
  const memory = { ...emptyMemory(), lastSigned: options.journal.lastOf(sender) }
  const context = { ...options, lease, leaseMs: LEASE_MS, ...kept, memory }
  let seenAt = 0
  let seenVote: string | null = null
  let failures = 0

  async function round() {
    try {
      if (!(await clock.isRight())) return everyMs
      const isDue = clock() - seenAt >= SEEN_EVERY_MS
      const vote = await newestVote(db)
      const isWorking = (await hasWork(context)) || vote !== seenVote
      if (isDue || isWorking) {
        await signerRound(context)
        seenAt = clock()
        seenVote = vote
      }
      failures = 0
      const isQuiet = changes !== null && !isWorking
      return isQuiet ? { pauseMs: Math.max(QUIET_MS, everyMs), wokenMs: everyMs } : everyMs
    } catch (error) {
      failures += 1
      logger.error({ err: error }, 'a round of the signer failed')
      const rest = Math.min(everyMs * 2 ** failures, LONGEST_REST_MS)
      return error instanceof SourceBusyError ? Math.max(rest, error.retryAfterMs) : rest
    }
  }
  const rounds = repeat(round, { keepsAlive: true })
  changes?.onChange(['withdrawal', 'withdrawal_vote'], rounds.wake)

  return {
    async stop() {
      await rounds.stop()
      await lease.release().catch(() => {})
    },
  }
}
