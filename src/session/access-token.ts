import { browserStorage } from '#lib/browser-storage.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'

export const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/** Where storage is refused, the log-in lasts as long as the page. */
let unstored: string | null = null

const changes = createStore(0)
const announce = () => changes.set(changes.get() + 1)

/** The stored access token, or `null`. Anything that could not be a header value counts as none. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY) ?? unstored
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** Whether this device holds an access token. */
export const tokenPresence: ReadableStore<boolean> = {
  get: () => readAccessToken() !== null,
  subscribe: changes.subscribe,
}

/** Keeps the access token on this device, for every tab. */
export function storeAccessToken(token: string): void {
  browserStorage.set(ACCESS_TOKEN_KEY, token)
  unstored = browserStorage.get(ACCESS_TOKEN_KEY) === null ? token : null
  announce()
}

/** Forgets the access token on this device. */
export function clearAccessToken(): void {
  browserStorage.remove(ACCESS_TOKEN_KEY)
  unstored = null
  announce()
}

/** Calls back when another tab has stored or cleared the token; returns the function that stops it. */
export function followTokenElsewhere(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key all of the storage was emptied.
    if (key !== ACCESS_TOKEN_KEY && key !== null) return
    announce()
    onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
