import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { COIN_VIEW_KEY, coinViewState, readCoinView, type CoinView } from './coin-view.state.ts'

/** Changes one of the choices and remembers it on this device. */
export function changeCoinView(change: Partial<CoinView>): void {
  coinViewState.view = { ...coinViewState.view, ...change }
  browserStorage.set(COIN_VIEW_KEY, JSON.stringify(coinViewState.view))
}

/** Takes over what other tabs choose, or chose while nobody listened here; returns the function that stops it. */
export function followCoinView(): () => void {
  const take = () => {
    coinViewState.view = readCoinView()
  }
  if (browserStorage.get(COIN_VIEW_KEY) !== null) take()
  return followStored(COIN_VIEW_KEY, take)
}
