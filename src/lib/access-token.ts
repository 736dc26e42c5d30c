import { browserStorage } from './browser-storage.ts'

export const ACCESS_TOKEN_KEY = 'access_token'
const WELL_FORMED = /^[\w.~+/=-]{16,512}$/

/** Where storage is refused, the log-in lasts as long as the page. */
let unstored: string | null = null

/** The stored access token, or `null`. Anything that could not be a header value counts as none. */
export function readAccessToken(): string | null {
  const token = browserStorage.get(ACCESS_TOKEN_KEY) ?? unstored
  return token !== null && WELL_FORMED.test(token) ? token : null
}

/** Keeps the access token on this device, for every tab. */
export function storeAccessToken(token: string): void {
  browserStorage.set(ACCESS_TOKEN_KEY, token)
  unstored = browserStorage.get(ACCESS_TOKEN_KEY) === null ? token : null
}

/** Forgets the access token on this device. */
export function clearAccessToken(): void {
  browserStorage.remove(ACCESS_TOKEN_KEY)
  unstored = null
}
