import * as v from 'valibot'
import { ShownEvmAddressSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

const KEY = 'practice-wallet'

const StoredSchema = v.object({
  /** Never leaves this browser. */
  key: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
  address: ShownEvmAddressSchema,
  /** EIP-155 id of the wallet's chain. */
  chainId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** True if the player has let this site see the account. */
  isAllowed: v.boolean(),
})
export type StoredWallet = Readonly<v.InferOutput<typeof StoredSchema>>

/** Null if there is no wallet. */
export function readWallet(): StoredWallet | null {
  return parseStored(StoredSchema, browserStorage.get(KEY)) ?? null
}

export function writeWallet(wallet: StoredWallet): void {
  browserStorage.set(KEY, JSON.stringify(wallet))
}

/** Calls back if another tab changed the wallet. */
export function onWalletOfOtherTab(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener()
  })
}
