const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/**
 * `address`: passkeys never work at an IP address. `insecure`: they never work over plain http, where the browser hides
 * the API. `none`: the browser has no passkeys.
 */
export function passkeySupport(): 'ready' | 'address' | 'insecure' | 'none' {
  if (IP_ADDRESS.test(window.location.hostname)) return 'address'
  if (!window.isSecureContext) return 'insecure'
  return typeof window.PublicKeyCredential === 'function' ? 'ready' : 'none'
}

/** The player closed the browser's dialog, no passkey was found, or the dialog could not be shown. Nothing was sent. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused'
}
