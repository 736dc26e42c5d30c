import { browserStorage } from './browser-storage.ts'

const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/** The stored access token, or `null`. Anything that could not be a header value counts as none. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY)
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** Forgets the access token on this device. */
export function clearAccessToken(): void {
  browserStorage.remove(ACCESS_TOKEN_KEY)
}
