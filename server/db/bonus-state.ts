/** A bonus starts as `active` or `declined`; the other states are final. */
export type BonusState =
  | 'active'
  | 'released'
  /** The player gave up the rest, perhaps by closing the account. */
  | 'given_up'
  | 'expired'
  /** The player declined bonuses before the deposit: nothing was granted. */
  | 'declined'
