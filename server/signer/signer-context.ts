import type { Clock } from '#server/base/clock.ts'
import type { CoinRules, SignerLimits } from '#server/config/coin-rules.ts'
import type { VoteCounting } from '#server/config/vote-counting.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import type { ChainSender } from './chain-sender.ts'
import type { SignerJournal } from './journal.ts'
import type { SignerKey } from './signer-key.ts'
import type { SignerLease } from './signer-lease.ts'
import type { WalletMemory } from './wallet-memory.ts'

export interface VoteRules extends VoteCounting {
  /** The origin of the console; null for the one that a vote says, in practice mode. */
  readonly origin: string | null
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
  /**
   * Time of the last log message, by coin for a short wallet, by transaction for another key, by vote for one that does
   * not count.
   */
  readonly toldShort: Map<string, number>
  readonly memory: WalletMemory
  readonly journal: SignerJournal
  readonly votes: VoteRules
}
