import * as v from 'valibot'
import { proxy } from 'valtio'
import { CoinIdSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'

export const ACTIVE_COIN_KEY = 'active-coin'

/** Default coin of new players. */
const FIRST_COIN = 'usdt-tron'

/** The first coin if none is stored or the stored text is unreadable. */
export function readActiveCoin(): string {
  const stored = browserStorage.get(ACTIVE_COIN_KEY)
  return v.is(CoinIdSchema, stored) ? stored : FIRST_COIN
}

/** Id of the coin in the top bar, used for bets. Changed only by `active-coin.actions.ts`. */
export const activeCoinState = proxy<{ coin: string }>({ coin: readActiveCoin() })
