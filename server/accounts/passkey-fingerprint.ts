import { createHash } from 'node:crypto'

/** A short form of a public key, which people compare by voice. */
export const passkeyFingerprint = (publicKey: Uint8Array): string =>
  createHash('sha256')
    .update(publicKey)
    .digest('hex')
    .slice(0, 24)
    .replace(/(.{4})(?=.)/g, '$1-')
