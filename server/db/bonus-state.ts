/** What can become of a bonus. It begins as `active`, or as `declined` where the player wanted none; the others are ends. */
export type BonusState =
  | 'active'
  /** All of it. */
  | 'released'
  /** The player gave up what was left of it, perhaps by closing the account. */
  | 'given_up'
  | 'expired'
  /** Before the deposit: nothing was given. */
  | 'declined'
