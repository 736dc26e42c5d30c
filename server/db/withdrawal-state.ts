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
  /** By an operator, or by the signer; the money is back. */
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
  /** The address turned out to be the house's own. */
  | 'house_address'
  /** A block took its transaction and tells of no transfer: an operator looks at the chain. */
  | 'no_transfer'
  /** Its number is used, and no node shows by which transaction: an operator looks at the chain. */
  | 'number_used'
  /** The signer's configuration has neither a floor price nor limits of its own for the coin. */
  | 'no_floor'
  /** The ledger has no reservation that fits it, or does not add up for its player. */
  | 'books_differ'
  /** The chain showed the payment, the database did not know it, and an operator put the two together. */
  | 'recovered'
  /** It does not carry the server's seal: it is older than the seal, or something else has written or changed it. */
  | 'unsealed'
