import { DEVICE_HEADER, DEVICE_KEY } from '#contract/device.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { randomHex } from '#lib/request-key.ts'

const STORED_AS = 'device_key'

/** Where storage is refused, the key lasts as long as the page. */
let unstored: string | null = null

/** What tells the server which device asks. */
export const deviceHeaders = (): Record<string, string> => ({ [DEVICE_HEADER]: readDeviceKey() })

/** The random key of this browser, made when it is first asked for. It says nothing but that it is the same one. */
function readDeviceKey(): string {
  const kept = browserStorage.get(STORED_AS) ?? unstored
  if (kept !== null && DEVICE_KEY.test(kept)) return kept
  unstored = randomHex() + randomHex()
  browserStorage.set(STORED_AS, unstored)
  // Another tab may have made one at the same moment: the one that was stored last counts for both.
  return browserStorage.get(STORED_AS) ?? unstored
}
