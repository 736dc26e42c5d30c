import { ECDH } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { TronAddress } from '#contract/values.ts'

const base58check = createBase58check(sha256)
/** First byte of every address of TRON's networks. */
const PREFIX = 0x41
const LENGTH = 21

/** The address of a compressed secp256k1 public key. */
export function tronAddressOf(publicKey: Uint8Array): TronAddress {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  return tronAddress(keccak_256(point.subarray(1)).subarray(-20))
}

/** The address of 20 bytes, as contracts and events hold them. */
export function tronAddress(bytes: Uint8Array): TronAddress {
  return base58check.encode(Uint8Array.of(PREFIX, ...bytes)) as TronAddress
}

/** The 20 bytes of an address; null when its checksum or its network is wrong. */
export function tronAddressBytes(address: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === LENGTH && bytes[0] === PREFIX ? bytes.subarray(1) : null
  } catch {
    return null
  }
}

/** Whether a text is an address of a TRON network, checksum included. */
export function isTronAddress(text: string): text is TronAddress {
  return tronAddressBytes(text) !== null
}
