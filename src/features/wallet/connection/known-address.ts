import * as v from 'valibot'
import { ShownEvmAddressSchema, type ShownEvmAddress } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'

/** Storage key of the last connected wallet, by which a reload finds it again. */
export const LAST_WALLET_KEY = 'wallet'

const StoredSchema = v.object({ address: ShownEvmAddressSchema })

function storedAddress(): ShownEvmAddress | null {
  return parseStored(StoredSchema, browserStorage.get(LAST_WALLET_KEY))?.address ?? null
}

/**
 * Address of the connected wallet, or of the last visit's; null without one. A part of `wallet.state.ts` for the first
 * screen; that file loads later and keeps this store up to date.
 */
export const knownAddress = createStore(storedAddress())
