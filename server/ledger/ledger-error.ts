/** Why the ledger refused. */
export type LedgerErrorCode =
  /** The player has less than that. */
  | 'insufficient_funds'
  /** The key was used for something else. */
  | 'idempotency_conflict'
  /** Money of one coin given and of another one gained. */
  | 'unbalanced'
  /** Not a positive amount of smallest units that 64 bits hold. */
  | 'invalid_amount'
  /** A player's balance would leave 64 bits. */
  | 'balance_overflow'
  /** A key or subject that is empty or too long, no move or more than 50, or not the money of one player. */
  | 'invalid_transaction'
  /** A transfer on a chain without exactly one move of the account that stands for it, or with a bad name. */
  | 'invalid_transfer'
  /** That transfer on a chain was posted before, under another key. */
  | 'transfer_already_posted'
  | 'unknown_coin'
  | 'unknown_player'
  /** No withdrawal of that id was reserved. */
  | 'unknown_reservation'

export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
