// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { passkeySupport } from '#session/passkeys.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['koi.example', true, true, 'ready'],
  ['localhost', true, true, 'ready'],
  ['koi.example', true, false, 'none'],
  // Browsers hide passkeys from insecure pages.
  ['koi.example', false, false, 'insecure'],
  ['192.168.1.20', false, false, 'address'],
  ['127.0.0.1', true, true, 'address'],
  ['[::1]', true, true, 'address'],
])(
  'at %s (secure: %s, in the browser: %s) passkeys are: %s',
  (hostname, isSecureContext, hasThem, support) => {
    vi.stubGlobal('window', {
      location: { hostname },
      isSecureContext,
      PublicKeyCredential: hasThem ? class {} : undefined,
    })
    expect(passkeySupport()).toBe(support)
  },
)
