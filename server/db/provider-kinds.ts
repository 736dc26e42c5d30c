export type ProviderGameCategory = 'live' | 'slots' | 'shows'

/** `roll-back` is one that found nothing to roll back: what it names is refused when it comes later. */
export type ProviderTransactionKind = 'bet' | 'win' | 'bet-back' | 'win-back' | 'roll-back'

/** An answer to a provider; each protocol has its own words for it. */
export type ProviderStatus =
  | 'ok'
  | 'user_unknown'
  | 'token_unknown'
  | 'token_expired'
  | 'game_unknown'
  | 'wrong_coin'
  | 'no_funds'
  /** A break, or a closed account. */
  | 'player_blocked'
  | 'limit_reached'
  /** The id was used for something else. */
  | 'altered_repeat'
  | 'transaction_unknown'
  | 'rolled_back'
