import { proxy, ref } from 'valtio'

/**
 * `held`: results are on their way to the player, and `amount` is the balance as far as they have been
 * shown. `live`: the balance of the engine is what the player may see.
 */
export type ShownBalance =
  { readonly status: 'live' } | { readonly status: 'held'; readonly amount: bigint; readonly bets: number }

/** Changed only by `shown-balance.actions.ts`. */
export const shownBalanceState = proxy<{ shown: ShownBalance }>({ shown: ref({ status: 'live' }) })
