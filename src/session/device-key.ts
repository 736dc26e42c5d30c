import { DEVICE_HEADER, DEVICE_KEY } from '#contract/device.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { randomHex } from '#lib/request-key.ts'

const STORED_AS = 'device_key'

/** If storage is refused, the key lasts as long as the page. */
let unstored: string | null = null

export const deviceHeaders = (): Record<string, string> => ({ [DEVICE_HEADER]: readDeviceKey() })

/** The random key of this browser, created on first use. It only lets the server recognize the same browser. */
function readDeviceKey(): string {
  const kept = browserStorage.get(STORED_AS) ?? unstored
  if (kept !== null && DEVICE_KEY.test(kept)) return kept
  unstored = randomHex() + randomHex()
  browserStorage.set(STORED_AS, unstored)
  // Another tab may have created a key at the same moment: both use the one that was stored last.
  return browserStorage.get(STORED_AS) ?? unstored
}
