import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription. */
export interface PushKeys {
  /** Uncompressed point on P-256. */
  readonly p256dh: Uint8Array
  readonly auth: Uint8Array
}

const RECORD_BYTES = 4_096
/** Ends the last record. */
const LAST = Buffer.of(2)

/** Encrypts for one browser (RFC 8291), with `aes128gcm` (RFC 8188). */
export function encryptPush({ p256dh, auth }: PushKeys, plain: Uint8Array): Buffer<ArrayBuffer> {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const secret = derive(own.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([
    salt,
    sizes,
    publicKey,
    cipher.update(plain),
    cipher.update(LAST),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
