import { browserStorage } from '#lib/browser-storage.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'

export const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/**
 * A token that only this page has, and how often any has changed. Changed only by `access-token.actions.ts`, which is not
 * in the first load.
 */
export const pageToken: { current: string | null } = { current: null }
export const tokenChanges = createStore(0)

/** The stored access token, or `null`. Anything that could not be a header value counts as none. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY) ?? tabStorage.get(ACCESS_TOKEN_KEY) ?? pageToken.current
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** Whether this device holds an access token. */
export const tokenPresence: ReadableStore<boolean> = {
  get: () => readAccessToken() !== null,
  subscribe: tokenChanges.subscribe,
}
