import * as v from 'valibot'
import { proxy } from 'valtio'
import { CoinIdSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'

export const ACTIVE_COIN_KEY = 'active-coin'

/** Coin that a new player's balance is kept in. */
const FIRST_COIN = 'usdt-tron'

/** The coin chosen on this device; the first one when there is none or it cannot be read. */
export function readActiveCoin(): string {
  const stored = browserStorage.get(ACTIVE_COIN_KEY)
  return v.is(CoinIdSchema, stored) ? stored : FIRST_COIN
}

/** Id of the coin that the top bar shows and bets are placed in. Changed only by `active-coin.actions.ts`. */
export const activeCoinState = proxy<{ coin: string }>({ coin: readActiveCoin() })
