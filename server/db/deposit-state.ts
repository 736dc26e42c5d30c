/**
 * A transfer to a player's address starts as `confirming`, or as `confirmed` when it was final before it was seen.
 * The other states are final, except that a `dropped` transfer may come back.
 */
export type DepositState =
  | 'confirming'
  /** Final on its chain; credited as soon as there is a rate for it. */
  | 'confirmed'
  | 'credited'
  | 'below_minimum'
  | 'wrong_token'
  /** It was seen and then vanished from the chain. */
  | 'dropped'
  /** It arrived after the account was closed: the operator decides. */
  | 'account_closed'
  /** More than the ledger can hold for a player: the operator decides. */
  | 'too_large'
