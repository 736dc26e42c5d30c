import type { HouseKind, PlayerKind } from '#server/db/ledger-kinds.ts'

/** Names an account. It comes into being with its first posting. */
export type LedgerAccount =
  | { readonly kind: PlayerKind; readonly coin: string; readonly player: number }
  | { readonly kind: HouseKind; readonly coin: string }

/** Whether every posting to it happened on a chain. */
export function isExternal({ kind }: LedgerAccount): boolean {
  return kind === 'deposit' || kind === 'withdrawal'
}
