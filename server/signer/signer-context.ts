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
 * What the hot wallet pays by itself, over all chains, in the smallest unit of USDT; other coins count by their
 * last price in the database, or by the floor price where that is higher.
 */
export interface SignerLimits {
  /**
   * From here on an operator looks at it first; what the same player, or the same address, got in the last 24
   * hours without that look counts with it.
   */
  readonly reviewFrom: bigint
  /** In any 24 hours; what an operator let pass counts, but is not held up. */
  readonly perDay: bigint
}

/** What the signer knows of coins by itself, whatever the database says. */
export interface CoinRules {
  /** Least price of one whole coin, in 10⁻¹² US dollars. */
  readonly floors: ReadonlyMap<string, bigint>
  /** In the coin's own smallest unit, besides those over all coins. */
  readonly limits: ReadonlyMap<string, SignerLimits>
  /** What the ledger keeps of each coin. */
  readonly decimals: ReadonlyMap<string, number>
  /** A coin without a floor and limits of its own is looked at by a person, however little it is. */
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
  /** The server's key, which seals what players ask for; null to look at no seals. */
  readonly seals: Pick<Secrets, 'hash'> | null
  readonly clock: Clock
  readonly logger: Logger
  /** How often making a transaction failed, by withdrawal: what failed last is at the end, and tried last. */
  readonly refusals: Map<string, number>
  /** Withdrawals whose books took too long, and when they are added up again: milliseconds since the epoch. */
  readonly resting: Map<string, { readonly notBefore: number; readonly restMs: number }>
  /** When it was last told that the wallet is short, by coin, or that another key signed, by transaction. */
  readonly toldShort: Map<string, number>
  readonly memory: WalletMemory
  readonly journal: SignerJournal
}
