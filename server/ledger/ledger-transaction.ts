import type { HouseKind, PlayerKind, TransactionKind } from '#server/db/ledger-kinds.ts'

/** An account is created by its first posting. */
export type LedgerAccount =
  | { readonly kind: PlayerKind; readonly coin: string; readonly player: number }
  | { readonly kind: HouseKind; readonly coin: string }

/** True if the account mirrors transfers on a chain. */
export function isExternal({ kind }: LedgerAccount): boolean {
  return kind === 'deposit' || kind === 'withdrawal'
}

export interface Move {
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  /** In the smallest unit, above 0. */
  readonly amount: bigint
}

export interface Posting {
  readonly account: LedgerAccount
  /** In the smallest unit: positive for a gain, negative for a loss, never 0. */
  readonly amount: bigint
}

export interface ExternalTransfer {
  readonly chain: string
  /** Hexadecimal ids are in lower case. */
  readonly txId: string
  /** Index of the event within the transaction; -1 for the native coin. */
  readonly logIndex: number
}

/** Moves the money of one player. */
export interface LedgerTransaction {
  /** Idempotency key, at most 300 characters. */
  readonly key: string
  readonly kind: TransactionKind
  /** For example a game's slug. At most 200 characters. */
  readonly subject?: string | undefined
  /** At most 50, executed in order: each needs a sufficient balance. */
  readonly moves: readonly Move[]
  readonly transfer?: ExternalTransfer | undefined
}

/** In line order. */
export function postingsOf({ moves }: Pick<LedgerTransaction, 'moves'>): Posting[] {
  return moves.flatMap(({ from, to, amount }) => [
    { account: from, amount: -amount },
    { account: to, amount },
  ])
}
