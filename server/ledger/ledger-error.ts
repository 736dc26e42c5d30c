/** Why the ledger refused. */
export type LedgerErrorCode =
  /** The player has less than that. */
  | 'insufficient_funds'
  /** The key was used for something else. */
  | 'idempotency_conflict'
  /** The postings of a coin do not sum to zero. */
  | 'unbalanced'
  /** Not a positive amount of smallest units that 64 bits hold. */
  | 'invalid_amount'
  /** A player's balance would leave 64 bits. */
  | 'balance_overflow'
  /** A key, kind or subject that is empty or too long, or fewer than 2 or more than 100 postings. */
  | 'invalid_transaction'
  /** A transfer on a chain without exactly one posting to the account that stands for it, or with a bad name. */
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

/** Names of constraints, PostgreSQL's own and those that the ledger's triggers raise. */
const CODES: Readonly<Record<string, LedgerErrorCode>> = {
  ledger_account_not_negative: 'insufficient_funds',
  ledger_account_fits: 'balance_overflow',
  ledger_idempotency: 'idempotency_conflict',
  ledger_balanced: 'unbalanced',
  ledger_transfer_once: 'transfer_already_posted',
  ledger_transfer_named: 'invalid_transfer',
  ledger_transfer_external: 'invalid_transfer',
  ledger_account_coin_fkey: 'unknown_coin',
  ledger_account_account_id_fkey: 'unknown_player',
}

const NUMERIC_VALUE_OUT_OF_RANGE = '22003'

/** The named error for what a database refused; anything else comes back as it is. */
export function toLedgerError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const name = code === NUMERIC_VALUE_OUT_OF_RANGE ? 'balance_overflow' : CODES[String(constraint)]
  return name === undefined ? error : new LedgerError(name, error.message, { cause: error })
}
