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
 * Limits of automatic payments, over all chains, in the smallest unit of USDT. Other coins count by their last price
 * in the database, or by the floor price if that is higher.
 */
export interface SignerLimits {
  /**
   * From this sum on an operator must review. Unreviewed payments of the last 24 hours to the same player or address
   * count too.
   */
  readonly reviewFrom: bigint
  /** In any 24 hours; approved withdrawals count, but are not held up. */
  readonly perDay: bigint
}

export interface CoinRules {
  /** Lowest price of one coin, in 10⁻¹² US dollars. */
  readonly floors: ReadonlyMap<string, bigint>
  /** In the coin's smallest unit, in addition to the limits over all coins. */
  readonly limits: ReadonlyMap<string, SignerLimits>
  readonly decimals: ReadonlyMap<string, number>
  /** True if every withdrawal of a coin without floor and limits needs a review. */
  readonly mustKnow: boolean
}

export interface VoteRules {
  /** The origin of the console; null for the one that a vote says, in practice mode. */
  readonly origin: string | null
  /** In the smallest unit of USDT: above it two operators must agree. */
  readonly fourEyes: bigint
  /** Passkeys need no seal of the signer: only where the server itself holds its key. */
  readonly trustsAll: boolean
}

export interface SignerContext {
  readonly db: Database
  readonly sender: ChainSender
  readonly key: Pick<SignerKey, 'isSealed' | 'seal'>
  readonly lease: SignerLease
  readonly leaseMs: number
  readonly limits: SignerLimits
  readonly coinRules: CoinRules
  /** The server's key, which seals requests; null skips the check of seals. */
  readonly seals: Pick<Secrets, 'hash'> | null
  readonly clock: Clock
  readonly logger: Logger
  /** Failures to sign, by withdrawal; the latest is last, and tried last. */
  readonly refusals: Map<string, number>
  /** Withdrawals with slow books. `notBefore` is milliseconds since the epoch. */
  readonly resting: Map<string, { readonly notBefore: number; readonly restMs: number }>
  /** Time of the last log message, by coin for a short wallet, by transaction for another key. */
  readonly toldShort: Map<string, number>
  readonly memory: WalletMemory
  readonly journal: SignerJournal
  readonly votes: VoteRules
}
