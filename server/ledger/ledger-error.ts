export type LedgerErrorCode =
  | 'insufficient_funds'
  | 'idempotency_conflict'
  /** The two coins of a move differ. */
  | 'unbalanced'
  /** Not above 0, or above 64 bits. */
  | 'invalid_amount'
  /** The player's balance would exceed 64 bits. */
  | 'balance_overflow'
  /** Invalid key, subject or number of moves, or money of several players. */
  | 'invalid_transaction'
  /** The transfer is malformed, or does not match exactly one move of a chain account. */
  | 'invalid_transfer'
  | 'transfer_already_posted'
  | 'unknown_coin'
  | 'unknown_player'
  | 'unknown_reservation'

export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
