import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { ACTIVE_COIN_KEY, activeCoinState, readActiveCoin } from './active-coin.state.ts'

/** Makes a coin the active one and remembers it on this device. */
export function chooseCoin(coin: string): void {
  activeCoinState.coin = coin
  browserStorage.set(ACTIVE_COIN_KEY, coin)
}

/** Takes over the coin that another tab chooses, or chose while nobody listened here; returns what stops it. */
export function followActiveCoin(): () => void {
  const take = () => {
    activeCoinState.coin = readActiveCoin()
  }
  if (browserStorage.get(ACTIVE_COIN_KEY) !== null) take()
  return followStored(ACTIVE_COIN_KEY, take)
}
