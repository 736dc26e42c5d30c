/** Balances of a player in a coin: to play with, locked (bonus), and reserved for a withdrawal. None is ever negative. */
export const PLAYER_KINDS = ['available', 'locked', 'pending'] as const
export type PlayerKind = (typeof PLAYER_KINDS)[number]

/**
 * The other side of every posting, one for each coin, negative where the house has paid. `deposit` and
 * `withdrawal` stand for the chains: what is posted to them names a transfer there.
 */
export const HOUSE_KINDS = ['house', 'deposit', 'withdrawal', 'bonus', 'rakeback', 'referral'] as const
export type HouseKind = (typeof HOUSE_KINDS)[number]

export type AccountKind = PlayerKind | HouseKind

/** Names an account. It comes into being with its first posting. */
export type LedgerAccount =
  | { readonly kind: PlayerKind; readonly coin: string; readonly player: number }
  | { readonly kind: HouseKind; readonly coin: string }

/** Whether every posting to it happened on a chain. */
export function isExternal({ kind }: LedgerAccount): boolean {
  return kind === 'deposit' || kind === 'withdrawal'
}
