import { hexToBytes } from '@noble/hashes/utils.js'

// Reject public keys of small order. For each of these, anybody can make a signature without a private key that most
// programs accept, and programs disagree about it.

const KEY_BYTES = 32

/** The points of order 1, 2, 4 or 8 in all their encodings, without the sign bit of x. */
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
