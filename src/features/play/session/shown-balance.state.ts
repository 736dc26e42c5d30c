import { proxy } from 'valtio'

/** Results are on their way to the player. */
interface HeldBalance {
  /** The balance as far as they have been shown. */
  readonly amount: bigint
  readonly bets: number
}

/**
 * Balances that wait for results to be shown, by the coin's id. Of any other coin the engine's own balance is what
 * the player may see. Changed only by `shown-balance.actions.ts`.
 */
export const heldBalances = proxy<Record<string, HeldBalance>>({})
