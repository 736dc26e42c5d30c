import * as v from 'valibot'
import { proxy } from 'valtio'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

export const COIN_VIEW_KEY = 'coin-view'

const CoinViewSchema = v.object({ displayUsd: v.boolean(), hideSmall: v.boolean() })
export type CoinView = v.InferOutput<typeof CoinViewSchema>

const DEFAULT_VIEW: CoinView = { displayUsd: true, hideSmall: false }

/** Replaces unreadable values by the default. */
export function readCoinView(): CoinView {
  return parseStored(CoinViewSchema, browserStorage.get(COIN_VIEW_KEY)) ?? DEFAULT_VIEW
}

/** Display choices for coins. Changed only by `coin-view.actions.ts`. */
export const coinViewState = proxy<{ view: CoinView }>({ view: readCoinView() })
