import { ACTIVE_COIN_KEY, activeCoinState } from './active-coin.state.ts'
import { browserStorage } from './browser-storage.ts'

/** Makes a coin the active one and remembers it on this device. */
export function chooseCoin(coin: string): void {
  activeCoinState.coin = coin
  browserStorage.set(ACTIVE_COIN_KEY, coin)
}
