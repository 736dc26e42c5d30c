/**
 * Where a withdrawal is. `queued`: waits for the signer; `review`: waits for an operator; both can be cancelled.
 * `signing`: the signer has taken it; it can be cancelled again when the signer does not come back. `signed`: a transaction is stored that may pay. The others are ends.
 */
export type WithdrawalState =
  | 'queued'
  | 'review'
  | 'signing'
  | 'signed'
  | 'broadcast'
  | 'confirmed'
  | 'cancelled'
  /** By an operator. */
  | 'refused'
  /** The chain took the transaction and undid it. */
  | 'failed'

export type WithdrawalReason =
  /** At or above the amount that an operator looks at, with what went out unseen in the last 24 hours. */
  | 'large'
  /** More than the hot wallet pays in a day. */
  | 'above_day_limit'
  /** No block took it, several times. */
  | 'not_confirmed'
  /** The network refused to make a transaction of it, several times. */
  | 'unsignable'
  | 'operator'
  | 'reverted'
