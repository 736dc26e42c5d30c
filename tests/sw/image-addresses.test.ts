import { describe, expect, it } from 'vitest'
import { isVersioned, isWalletImage } from '../../sw/image-addresses.ts'

describe('addresses of images', () => {
  it('counts only known hosts behind https as wallet logos', () => {
    expect(isWalletImage(new URL('https://explorer-api.walletconnect.com/v3/logo/md/1?projectId=2'))).toBe(
      true,
    )
    expect(isWalletImage(new URL('http://explorer-api.walletconnect.com/v3/logo/md/1'))).toBe(false)
    expect(isWalletImage(new URL('https://explorer-api.walletconnect.com.evil.test/v3/logo/md/1'))).toBe(
      false,
    )
  })

  it('knows an address that carries the hash of its content', () => {
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg?v=12ab'))).toBe(true)
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg'))).toBe(false)
  })
})
