const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/** Whether passkeys work here: never at an IP address (`address`), nor in browsers without them (`none`). */
export function passkeySupport(): 'ready' | 'address' | 'none' {
  if (IP_ADDRESS.test(window.location.hostname)) return 'address'
  return typeof window.PublicKeyCredential === 'function' ? 'ready' : 'none'
}
