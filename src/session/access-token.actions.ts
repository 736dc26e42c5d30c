import { browserStorage } from '#lib/browser-storage.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { ACCESS_TOKEN_KEY, pageToken, tokenChanges } from './access-token.ts'

const announce = () => tokenChanges.set(tokenChanges.get() + 1)

/**
 * Stores the access token for every tab. If the browser refuses, it lasts as long as the tab, and if it refuses that
 * too, as long as the page.
 */
export function storeAccessToken(token: string): void {
  forget()
  browserStorage.set(ACCESS_TOKEN_KEY, token)
  const isKept = browserStorage.get(ACCESS_TOKEN_KEY) !== null || tabStorage.set(ACCESS_TOKEN_KEY, token)
  if (!isKept) pageToken.current = token
  announce()
}

export function clearAccessToken(): void {
  forget()
  announce()
}

function forget(): void {
  browserStorage.remove(ACCESS_TOKEN_KEY)
  forgetOwn()
}

/** Clears the copies of this tab and this page. */
function forgetOwn(): void {
  tabStorage.remove(ACCESS_TOKEN_KEY)
  pageToken.current = null
}

/** Calls back if another tab stores or clears the token; returns a function that stops it. */
export function followTokenElsewhere(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (key !== ACCESS_TOKEN_KEY && key !== null) return
    forgetOwn()
    announce()
    onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
