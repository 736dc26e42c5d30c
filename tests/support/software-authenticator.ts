import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

interface Credential {
  readonly id: Buffer
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

/** Deviations from an honest authenticator. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly rk?: boolean
  readonly format?: string
}

/** The part of the server's options that an authenticator reads, for both ceremonies. */
export interface CeremonyOptions {
  readonly challenge: string
  readonly rp?: { readonly id?: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

/**
 * A passkey provider in software (ES256). Its signatures are real, so that the server's real checks run. `counts`
 * raises the signature counter, as security keys do; synced passkeys leave it at 0.
 */
export function createAuthenticator(origin: string, { counts = true } = {}) {
  const credentials: Credential[] = []

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    const data = { type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, flags: number, counter: number, lies: Lies, attested?: Buffer) {
    const verified = lies.userVerified === false ? 0 : FLAGS.verified
    const synced = counts ? 0 : FLAGS.backupEligible | FLAGS.backedUp
    const head = Buffer.alloc(37)
    sha256(lies.rpId ?? rpId).copy(head)
    head.writeUInt8(FLAGS.present | verified | synced | flags, 32)
    head.writeUInt32BE(lies.counter ?? counter, 33)
    return attested ? Buffer.concat([head, attested]) : head
  }

  return {
    /** Makes a passkey and answers as `navigator.credentials.create` does. */
    create(options: CeremonyOptions, lies: Lies = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(16)
      const counter = counts ? 1 : 0
      credentials.push({ id, privateKey, userHandle: options.user?.id ?? '', counter })
      const coseKey = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, isoCBOR.encode(coseKey)])
      const data = authenticatorData(options.rp?.id ?? '', FLAGS.attested, counter, lies, attested)
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: lies.rk ?? true } },
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    /** Answers with its newest passkey as `navigator.credentials.get` does. */
    get(options: CeremonyOptions, lies: Lies = {}) {
      const credential = credentials.at(-1)
      if (!credential) throw new Error('This authenticator has no passkey')
      if (counts) credential.counter++
      const client = clientData('webauthn.get', options.challenge, lies)
      const data = authenticatorData(options.rpId ?? '', 0, credential.counter, lies)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), credential.privateKey)
      return {
        id: credential.id.toString('base64url'),
        rawId: credential.id.toString('base64url'),
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
