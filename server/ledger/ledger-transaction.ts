import type { TransactionKind } from '#server/db/ledger-kinds.ts'
import type { LedgerAccount } from './ledger-accounts.ts'

export interface Posting {
  readonly account: LedgerAccount
  /** In the coin's smallest unit: what the account gains, or loses when negative. Never 0. */
  readonly amount: bigint
}

/** A transfer on a chain. */
export interface ExternalTransfer {
  /** For example `tron`. */
  readonly chain: string
  /** Hexadecimal ids in lower case. */
  readonly txId: string
  /** Of the event within the transaction; -1 for the native coin, which has none. */
  readonly logIndex: number
}

/** Money about to move; `postTransaction` moves it, or refuses all of it. */
export interface LedgerTransaction {
  /** Whoever retries sends the same one again, and the money moves once. At most 300 characters. */
  readonly key: string
  readonly kind: TransactionKind
  /** What it moves for, such as a game's slug. At most 200 characters. */
  readonly subject?: string | undefined
  /** At most 100, in the order in which a balance has to suffice for them. */
  readonly postings: readonly Posting[]
  readonly transfer?: ExternalTransfer | undefined
}
