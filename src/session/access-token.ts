import { browserStorage } from '#lib/browser-storage.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'

export const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/** Where the browser refuses both kinds of storage, the log-in lasts as long as the page. */
let unstored: string | null = null

const changes = createStore(0)
const announce = () => changes.set(changes.get() + 1)

/** The stored access token, or `null`. Anything that could not be a header value counts as none. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY) ?? tabStorage.get(ACCESS_TOKEN_KEY) ?? unstored
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** Whether this device holds an access token. */
export const tokenPresence: ReadableStore<boolean> = {
  get: () => readAccessToken() !== null,
  subscribe: changes.subscribe,
}

/** Keeps the access token on this device, for every tab; where the browser refuses that, for this tab. */
export function storeAccessToken(token: string): void {
  forget()
  browserStorage.set(ACCESS_TOKEN_KEY, token)
  const isKept = browserStorage.get(ACCESS_TOKEN_KEY) !== null || tabStorage.set(ACCESS_TOKEN_KEY, token)
  unstored = isKept ? null : token
  announce()
}

/** Forgets the access token on this device. */
export function clearAccessToken(): void {
  forget()
  announce()
}

function forget(): void {
  browserStorage.remove(ACCESS_TOKEN_KEY)
  forgetOwn()
}

/** Forgets what only this tab has. */
function forgetOwn(): void {
  tabStorage.remove(ACCESS_TOKEN_KEY)
  unstored = null
}

/** Calls back when another tab has stored or cleared the token; returns the function that stops it. */
export function followTokenElsewhere(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key all of the storage was emptied.
    if (key !== ACCESS_TOKEN_KEY && key !== null) return
    forgetOwn()
    announce()
    onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
