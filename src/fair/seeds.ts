import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const SERVER_SEED_BYTES = 32
export const CLIENT_SEED_MAX_LENGTH = 64

/** URL-safe Base64: 64 characters, so that 6 bits of a random byte pick one evenly. */
const READABLE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Line breaks and the like cannot be typed into a field; half a surrogate pair has no UTF-8 form. */
const NOT_IN_A_SEED = /[\p{Control}\p{Surrogate}]/u

/** The commitment shown before play: hex SHA-256 of the seed's text, not of the bytes its hex stands for. */
export function hashServerSeed(serverSeed: string): string {
  return bytesToHex(sha256(utf8ToBytes(serverSeed)))
}

/**
 * A server seed of 64 hex characters.
 * @param bytes 32 bytes of a cryptographic random source
 * @throws {RangeError} when they are not 32
 */
export function serverSeedFrom(bytes: Uint8Array): string {
  if (bytes.length !== SERVER_SEED_BYTES) {
    throw new RangeError(`A server seed is made of ${SERVER_SEED_BYTES} bytes, not ${bytes.length}`)
  }
  return bytesToHex(bytes)
}

/** A client seed a player can read out: one character a byte, eight bytes by custom of the field. */
export function clientSeedFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => READABLE.charAt(byte % READABLE.length)).join('')
}

export function isServerSeed(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** Whether a player may set this client seed: 1 to 64 characters, any but control characters. */
export function isClientSeed(text: string): boolean {
  const length = Array.from(text).length
  return length >= 1 && length <= CLIENT_SEED_MAX_LENGTH && !NOT_IN_A_SEED.test(text)
}
