import { hexToBytes } from '@noble/hashes/utils.js'

// A public key of a small order is no key: for each of these, anybody can make a signature that most programs take for
// right, without any private key, and programs disagree about it.

const KEY_BYTES = 32

/** The points whose order is 1, 2, 4 or 8, in every way to write them, the sign of x left out. */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map(hexToBytes)

export function isSmallOrderKey(publicKey: Uint8Array): boolean {
  return SMALL_ORDER.some((point) =>
    point.every(
      (byte, index) => byte === ((publicKey[index] ?? 0) & (index === KEY_BYTES - 1 ? 0x7f : 0xff)),
    ),
  )
}
