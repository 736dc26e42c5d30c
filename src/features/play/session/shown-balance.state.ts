import { proxy } from 'valtio'
import { createStore } from '#lib/store.ts'
import type { Balance } from '#features/play/play-engine.ts'

interface HeldBalance {
  /** The balance as far as results have been shown. */
  readonly amount: bigint
  readonly bets: number
}

/**
 * Balances by the coin's id while results are not shown yet. For any other coin the engine's own balance is shown.
 * Changed only by `shown-balance.actions.ts`.
 */
export const heldBalances = proxy<Record<string, HeldBalance>>({})

/** The balance of a coin on its way up to what a win has made it. Changed only by `wins/balance-count.ts`. */
export const countedBalance = createStore<Pick<Balance, 'coin' | 'amount'> | undefined>(undefined)
