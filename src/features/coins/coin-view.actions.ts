import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { COIN_VIEW_KEY, coinViewState, readCoinView, type CoinView } from './coin-view.state.ts'

/** Stores the changed choice on this device. */
export function changeCoinView(change: Partial<CoinView>): void {
  coinViewState.view = { ...coinViewState.view, ...change }
  browserStorage.set(COIN_VIEW_KEY, JSON.stringify(coinViewState.view))
}

/** Follows the choices of other tabs, including those made before this call; returns a function that stops it. */
export function followCoinView(): () => void {
  const take = () => {
    coinViewState.view = readCoinView()
  }
  if (browserStorage.get(COIN_VIEW_KEY) !== null) take()
  return followStored(COIN_VIEW_KEY, take)
}
