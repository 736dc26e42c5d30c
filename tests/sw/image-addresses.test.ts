import { describe, expect, it } from 'vitest'
import { walletImagePath } from '#server/wallets/image-paths.ts'
import { isVersioned, isWalletImage, WALLET_IMAGE_FOLDER } from '../../sw/image-addresses.ts'

describe('addresses of images', () => {
  it.each([
    ['https://koi.test/api/wallet-images/f0e1', true],
    ['https://evil.test/api/wallet-images/f0e1', false],
    ['https://koi.test/api/wallet-avatars/koi.eth', false],
    ['https://koi.test/api/wallets', false],
  ])('takes %s for a logo of a wallet: %s', (address, isLogo) => {
    expect(isWalletImage(new URL(address), 'https://koi.test')).toBe(isLogo)
  })

  it('agrees with the server where logos are', () => {
    expect(walletImagePath('f0e1')).toBe(`${WALLET_IMAGE_FOLDER}f0e1`)
  })

  it('knows an address that carries the hash of its content', () => {
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg?v=12ab'))).toBe(true)
    expect(isVersioned(new URL('https://koi.test/covers/dice.svg'))).toBe(false)
  })
})
