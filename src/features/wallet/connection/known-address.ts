import * as v from 'valibot'
import { ShownEvmAddressSchema, type ShownEvmAddress } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'

/** Where the wallet that was connected last is kept, so that a reload finds it again. */
export const LAST_WALLET_KEY = 'wallet'

const StoredSchema = v.object({ address: ShownEvmAddressSchema })

function storedAddress(): ShownEvmAddress | null {
  return parseStored(StoredSchema, browserStorage.get(LAST_WALLET_KEY))?.address ?? null
}

/**
 * Address of the wallet that is connected, or was at the last visit; null while none is. What the first screen
 * needs to know of wallets: `wallet.state.ts`, which loads later, keeps it in step.
 */
export const knownAddress = createStore(storedAddress())
