import { ECDH } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { TronAddress } from '#contract/values.ts'

const base58check = createBase58check(sha256)
const PREFIX = 0x41
const LENGTH = 21

/** @param publicKey compressed, on secp256k1 */
export function tronAddressOf(publicKey: Uint8Array): TronAddress {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  return tronAddress(keccak_256(point.subarray(1)).subarray(-20))
}

/** @param bytes the 20 bytes used in contracts and events */
export function tronAddress(bytes: Uint8Array): TronAddress {
  return base58check.encode(Uint8Array.of(PREFIX, ...bytes)) as TronAddress
}

/** The 20 bytes of an address; null when its checksum or prefix is wrong. */
export function tronAddressBytes(address: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === LENGTH && bytes[0] === PREFIX ? bytes.subarray(1) : null
  } catch {
    return null
  }
}

export function isTronAddress(text: string): text is TronAddress {
  return tronAddressBytes(text) !== null
}
