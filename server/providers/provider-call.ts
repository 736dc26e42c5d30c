import * as v from 'valibot'
import type { ProviderStatus } from '#server/db/provider-kinds.ts'

/** A call of a provider about the money of a player, in no protocol's words. All of it is done, or nothing. */
export interface ProviderCall {
  /** Its name in the configuration. */
  readonly provider: string
  /** The name that the provider has for the player. */
  readonly user: string
  /** The session's token; null if the protocol sends none. Only bets need it. */
  readonly token: string | null
  /** The call's own name for itself. */
  readonly request: string
  readonly coin: string
  /** The provider's names. */
  readonly game: string
  readonly round: string
  readonly closesRound: boolean
  readonly actions: readonly ProviderAction[]
}

/** Any name that a provider gives: of a player, a call, a round, a game. */
export const ProviderNameSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.regex(/^[^\p{C}]+$/u),
)

/** Each has an id that the provider never uses again. Amounts are in the coin's smallest unit, and may be 0. */
export type ProviderAction =
  | { readonly type: 'bet'; readonly id: string; readonly amount: bigint }
  /** `bet` is null in a protocol that names only the round. */
  | { readonly type: 'win'; readonly id: string; readonly amount: bigint; readonly bet: string | null }
  | { readonly type: 'roll-back'; readonly id: string; readonly of: string }

export interface ProviderAnswer {
  readonly status: ProviderStatus
  /** The playable balance of the coin, in its smallest unit; of a repeated call, as it was then. */
  readonly balance: bigint
}
