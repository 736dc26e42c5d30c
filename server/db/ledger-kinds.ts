/** Balances of a player in a coin: playable, locked (bonus), and reserved for a withdrawal. Never negative. */
export const PLAYER_KINDS = ['available', 'locked', 'pending'] as const
export type PlayerKind = (typeof PLAYER_KINDS)[number]

/**
 * The other side of every posting, one account per coin, negative when the house has paid. `deposit` and `withdrawal`
 * represent the chains: a posting to them names a transfer there.
 */
export const HOUSE_KINDS = ['house', 'deposit', 'withdrawal', 'bonus', 'rakeback', 'referral'] as const
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
  'account-forfeit',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]
