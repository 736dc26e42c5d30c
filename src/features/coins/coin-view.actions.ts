import { browserStorage } from '#lib/browser-storage.ts'
import { COIN_VIEW_KEY, coinViewState, type CoinView } from './coin-view.state.ts'

/** Changes one of the choices and remembers it on this device. */
export function changeCoinView(change: Partial<CoinView>): void {
  coinViewState.view = { ...coinViewState.view, ...change }
  browserStorage.set(COIN_VIEW_KEY, JSON.stringify(coinViewState.view))
}
