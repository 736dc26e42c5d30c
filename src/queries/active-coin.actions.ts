import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { ACTIVE_COIN_KEY, activeCoinState, readActiveCoin } from './active-coin.state.ts'

export function chooseCoin(coin: string): void {
  activeCoinState.coin = coin
  browserStorage.set(ACTIVE_COIN_KEY, coin)
}

/** Follows the choice of other tabs, including one made before this call; returns a function that stops it. */
export function followActiveCoin(): () => void {
  const take = () => {
    activeCoinState.coin = readActiveCoin()
  }
  if (browserStorage.get(ACTIVE_COIN_KEY) !== null) take()
  return followStored(ACTIVE_COIN_KEY, take)
}
