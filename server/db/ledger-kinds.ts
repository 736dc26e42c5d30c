/** Balances of a player in a coin: playable, locked (bonus), and reserved for a withdrawal. Never negative. */
export const PLAYER_KINDS = ['available', 'locked', 'pending'] as const
export type PlayerKind = (typeof PLAYER_KINDS)[number]

/**
 * The other side of every posting, one account per coin, negative when the house has paid. `deposit` and `withdrawal`
 * represent the chains: a posting to them names a transfer there. `provider` has the games of others, and `provider-debt`
 * what their providers owe the house.
 */
export const HOUSE_KINDS = [
  'house',
  'deposit',
  'withdrawal',
  'bonus',
  'rakeback',
  'referral',
  'gift',
  'race',
  'provider',
  'provider-debt',
] as const
export type HouseKind = (typeof HOUSE_KINDS)[number]

export type AccountKind = PlayerKind | HouseKind

export const TRANSACTION_KINDS = [
  'deposit',
  'practice-grant',
  'stake',
  'payout',
  'round',
  'bonus-lock',
  'bonus-release',
  'bonus-forfeit',
  'withdrawal-reserve',
  'withdrawal-complete',
  'withdrawal-cancel',
  'rakeback',
  'referral',
  'level-gift',
  'code-gift',
  'race-prize',
  'free-stake',
  'provider-bet',
  'provider-win',
  'provider-bet-back',
  'provider-win-back',
  'account-forfeit',
] as const
/** Bets have a history of their own: `ledger_history` has none of these. */
export const PLAY_KINDS = [
  'stake',
  'payout',
  'round',
  'provider-bet',
  'provider-win',
  'provider-bet-back',
  'provider-win-back',
] as const satisfies readonly (typeof TRANSACTION_KINDS)[number][]

export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** Kinds of rewards, with the account of the house that pays each. */
export const REWARD_PAYERS = {
  rakeback: 'rakeback',
  referral: 'referral',
  'level-gift': 'gift',
  'code-gift': 'gift',
  'race-prize': 'race',
} as const satisfies Partial<Record<TransactionKind, HouseKind>>
export type RewardKind = keyof typeof REWARD_PAYERS
