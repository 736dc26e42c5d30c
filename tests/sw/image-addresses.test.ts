import { describe, expect, it } from 'vitest'
import { walletImagePath } from '#server/wallets/image-paths.ts'
import { isVersioned, isWalletImage, WALLET_IMAGE_FOLDER } from '../../sw/image-addresses.ts'

describe('image addresses', () => {
  it.each([
    ['https://koi.test/api/wallet-images/f0e1', true],
    ['https://evil.test/api/wallet-images/f0e1', false],
    ['https://koi.test/api/wallet-avatars/koi.eth', false],
    ['https://koi.test/api/wallets', false],
  ])('say if %s is the logo of a wallet: %s', (address, isLogo) => {
    expect(isWalletImage(new URL(address), 'https://koi.test')).toBe(isLogo)
  })

  it('use the same path for logos as the server', () => {
    expect(walletImagePath('f0e1')).toBe(`${WALLET_IMAGE_FOLDER}f0e1`)
  })

  it('recognise an address with the hash of its content', () => {
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg?v=12ab'))).toBe(true)
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg'))).toBe(false)
  })
})
