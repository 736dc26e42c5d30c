/**
 * `queued` waits for the signer, `review` for an operator; both can be cancelled. `signing`: the signer has claimed
 * it; it can be cancelled again if the signer does not return. `signed`: a transaction is stored that may pay. The
 * other states are final.
 */
export type WithdrawalState =
  | 'queued'
  | 'review'
  | 'signing'
  | 'signed'
  | 'broadcast'
  | 'confirmed'
  | 'cancelled'
  /** By an operator or the signer; the money was returned. */
  | 'refused'
  /** The transaction was mined and reverted. */
  | 'failed'

export type WithdrawalReason =
  /** With the unreviewed payments of the last 24 hours it reaches the amount that an operator must review. */
  | 'large'
  | 'above_day_limit'
  /** Repeatedly not included in a block. */
  | 'not_confirmed'
  /** The network repeatedly refused to build a transaction for it. */
  | 'unsignable'
  | 'operator'
  | 'reverted'
  | 'house_address'
  /** The transaction is in a block, but shows no transfer: an operator checks the chain. */
  | 'no_transfer'
  /** The nonce is used, and no node shows by which transaction: an operator checks the chain. */
  | 'number_used'
  /** The signer's configuration has neither a floor price nor limits for the coin. */
  | 'no_floor'
  /** The ledger lacks the matching reservation, or does not add up for the player. */
  | 'books_differ'
  /** The chain showed a payment that the database lacked, and an operator assigned it. */
  | 'recovered'
  /** It lacks the server's seal: it is older than the seal, or another program has written or changed it. */
  | 'unsealed'
