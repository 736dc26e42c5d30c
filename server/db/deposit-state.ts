/**
 * What can become of a transfer to a player's address. It begins as `confirming`, or as `confirmed` when it was
 * final before it was seen; the others are ends, but that one that was `dropped` may come back.
 */
export type DepositState =
  | 'confirming'
  /** Final on its chain; credited as soon as there is a rate for it. */
  | 'confirmed'
  | 'credited'
  | 'below_minimum'
  | 'wrong_token'
  /** It was seen and is not on the chain any more. */
  | 'dropped'
  /** It came after the account had been closed: the operator decides. */
  | 'account_closed'
  /** More than the ledger can hold for a player: the operator decides. */
  | 'too_large'
