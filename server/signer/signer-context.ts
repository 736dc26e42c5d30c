import type { Clock } from '#server/base/clock.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import type { ChainSender } from './chain-sender.ts'
import type { SignerJournal } from './journal.ts'
import type { SignerKey } from './signer-key.ts'
import type { SignerLease } from './signer-lease.ts'
import type { WalletMemory } from './wallet-memory.ts'

/**
 * Limits over all chains, in the smallest unit of USDT. Other coins are converted at their last price in the database, or at
 * the floor price if that is higher.
 */
export interface SignerLimits {
  /**
   * Review from this sum: the withdrawal plus payments without review to the same player or address in the last 24 hours.
   */
  readonly reviewFrom: bigint
  /** In any 24 hours. Approved withdrawals count, but are not held back. */
  readonly perDay: bigint
}

/** The signer's own data about coins, which does not depend on the database. */
export interface CoinRules {
  /** Minimum price of one whole coin, in 10⁻¹² US dollars. */
  readonly floors: ReadonlyMap<string, bigint>
  /** In the coin's smallest unit, in addition to the limits over all coins. */
  readonly limits: ReadonlyMap<string, SignerLimits>
  /** The ledger's decimals. */
  readonly decimals: ReadonlyMap<string, number>
  /** True if every withdrawal of a coin without floor and limits needs a review. */
  readonly mustKnow: boolean
}

export interface SignerContext {
  readonly db: Database
  readonly sender: ChainSender
  readonly key: Pick<SignerKey, 'isSealed'>
  readonly lease: SignerLease
  readonly leaseMs: number
  readonly limits: SignerLimits
  readonly coinRules: CoinRules
  /** The server's key, which seals withdrawal requests; null to skip the check. */
  readonly seals: Pick<Secrets, 'hash'> | null
  readonly clock: Clock
  readonly logger: Logger
  /** Failed signings by withdrawal. The last failure is at the end, and tried last. */
  readonly refusals: Map<string, number>
  /** Withdrawals whose books took too long. `notBefore` in milliseconds since the epoch. */
  readonly resting: Map<string, { readonly notBefore: number; readonly restMs: number }>
  /** Last warning about missing funds, by coin, or about another key, by transaction. */
  readonly toldShort: Map<string, number>
  readonly memory: WalletMemory
  readonly journal: SignerJournal
}
