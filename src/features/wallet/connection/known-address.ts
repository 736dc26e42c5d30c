import * as v from 'valibot'
import { EvmAddressSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'

/** Where the wallet that was connected last is kept, so that a reload finds it again. */
export const LAST_WALLET_KEY = 'wallet'

const StoredSchema = v.pipe(v.string(), v.parseJson(), v.object({ address: EvmAddressSchema }))

function storedAddress(): string | null {
  const stored = v.safeParse(StoredSchema, browserStorage.get(LAST_WALLET_KEY))
  return stored.success ? stored.output.address : null
}

/**
 * Address of the wallet that is connected, or was at the last visit; null while none is. What the first screen
 * needs to know of wallets: `wallet.state.ts`, which loads later, keeps it in step.
 */
export const knownAddress = createStore(storedAddress())
