import type { TransactionKind } from '#server/db/ledger-kinds.ts'
import type { LedgerAccount } from './ledger-accounts.ts'

/** What one account gives and another one gains, of one coin. */
export interface Move {
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  /** In the coin's smallest unit, above 0. */
  readonly amount: bigint
}

/** Half of a move, as it is stored. */
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

/** Money of one player about to move; `postTransaction` moves it, or refuses all of it. */
export interface LedgerTransaction {
  /** Whoever retries sends the same one again, and the money moves once. At most 300 characters. */
  readonly key: string
  readonly kind: TransactionKind
  /** What it moves for, such as a game's slug. At most 200 characters. */
  readonly subject?: string | undefined
  /** At most 50, in the order in which a balance has to suffice for them. */
  readonly moves: readonly Move[]
  readonly transfer?: ExternalTransfer | undefined
}

/** Both halves of each move, in the order of their lines. */
export function postingsOf({ moves }: Pick<LedgerTransaction, 'moves'>): Posting[] {
  return moves.flatMap(({ from, to, amount }) => [
    { account: from, amount: -amount },
    { account: to, amount },
  ])
}
