import { browserStorage } from '#lib/browser-storage.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'

export const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/**
 * A token that the browser refused to store. Only `access-token.actions.ts` changes it, which is not in the first load.
 */
export const pageToken: { current: string | null } = { current: null }
export const tokenChanges = createStore(0)

/** `null` if there is no token, or if the stored text cannot be a header value. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY) ?? tabStorage.get(ACCESS_TOKEN_KEY) ?? pageToken.current
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** True if this device has an access token. */
export const tokenPresence: ReadableStore<boolean> = {
  get: () => readAccessToken() !== null,
  subscribe: tokenChanges.subscribe,
}
