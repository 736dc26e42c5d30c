import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const SERVER_SEED_BYTES = 32
export const CLIENT_SEED_MAX_LENGTH = 64

/** URL-safe Base64: 64 characters, so that 6 bits of a random byte pick each with equal chance. */
const READABLE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Control characters cannot be typed into a field; half a surrogate pair has no UTF-8 form. */
const NOT_IN_A_SEED = /[\p{Control}\p{Surrogate}]/u

/**
 * The commitment that players see before they bet: hex SHA-256 of the seed's text, not of the bytes that its hex digits
 * stand for.
 */
export function hashServerSeed(serverSeed: string): string {
  return bytesToHex(sha256(utf8ToBytes(serverSeed)))
}

/**
 * Returns 64 hex digits.
 * @param bytes 32 bytes of a cryptographic random source
 * @throws {RangeError} if there are not 32
 */
export function serverSeedFrom(bytes: Uint8Array): string {
  if (bytes.length !== SERVER_SEED_BYTES) {
    throw new RangeError(`A server seed is made of ${SERVER_SEED_BYTES} bytes, not ${bytes.length}`)
  }
  return bytesToHex(bytes)
}

/** A readable client seed: one character for each byte; eight bytes are customary. */
export function clientSeedFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => READABLE.charAt(byte % READABLE.length)).join('')
}

export function isServerSeed(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** A player may choose 1 to 64 characters, without control characters. */
export function isClientSeed(text: string): boolean {
  const length = Array.from(text).length
  return length >= 1 && length <= CLIENT_SEED_MAX_LENGTH && !NOT_IN_A_SEED.test(text)
}
