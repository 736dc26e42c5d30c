const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/**
 * Whether passkeys work here: never at an IP address (`address`) or over plain http (`insecure`), where the browser hides
 * that it has them, nor in browsers without them (`none`).
 */
export function passkeySupport(): 'ready' | 'address' | 'insecure' | 'none' {
  if (IP_ADDRESS.test(window.location.hostname)) return 'address'
  if (!window.isSecureContext) return 'insecure'
  return typeof window.PublicKeyCredential === 'function' ? 'ready' : 'none'
}
