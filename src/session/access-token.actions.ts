import { browserStorage } from '#lib/browser-storage.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { ACCESS_TOKEN_KEY, pageToken, tokenChanges } from './access-token.ts'

const announce = () => tokenChanges.set(tokenChanges.get() + 1)

/**
 * Keeps the access token on this device, for every tab; where the browser refuses that, for this tab, and where it refuses
 * that, too, for as long as the page.
 */
export function storeAccessToken(token: string): void {
  forget()
  browserStorage.set(ACCESS_TOKEN_KEY, token)
  const isKept = browserStorage.get(ACCESS_TOKEN_KEY) !== null || tabStorage.set(ACCESS_TOKEN_KEY, token)
  if (!isKept) pageToken.current = token
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
  pageToken.current = null
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
