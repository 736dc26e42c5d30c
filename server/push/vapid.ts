import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'

const NAME = 'vapid'
/** Push services accept a day at most. */
const VALID_S = 12 * 60 * 60

/** By this key (RFC 8292) push services know the server that a browser has subscribed to. */
export interface Vapid {
  /** The raw public key, base64url: `applicationServerKey` of subscriptions. */
  readonly publicKey: string
  /** Value of the header `authorization` for a push service. */
  authorize(endpoint: string, contact: string, now: number): string
}

/**
 * Reads the key from the database, so that all processes have the same, and makes it before the first use. One that
 * cannot be read, because the key of all secrets was lost, is replaced: browsers subscribe anew then.
 */
export async function readVapid(db: Database, secrets: Pick<Secrets, 'encrypt' | 'decrypt'>): Promise<Vapid> {
  const { key: kept, secret: unreadable } = await readKey(db, secrets)
  if (kept) return vapidOf(kept)
  // Only that one: another process may have replaced it.
  if (unreadable) {
    await db.deleteFrom('server_secret').where('name', '=', NAME).where('secret', '=', unreadable).execute()
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const secret = secrets.encrypt(NAME, privateKey.export({ format: 'der', type: 'pkcs8' }))
  await db
    .insertInto('server_secret')
    .values({ name: NAME, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key: made } = await readKey(db, secrets)
  if (!made) throw new Error('There is no key for push services')
  return vapidOf(made)
}

interface Kept {
  readonly key?: KeyObject
  /** As it is stored. */
  readonly secret?: Uint8Array
}

async function readKey(db: Database, secrets: Pick<Secrets, 'decrypt'>): Promise<Kept> {
  const row = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (!row) return {}
  const { secret } = row
  try {
    const key = createPrivateKey({ key: secrets.decrypt(NAME, secret), format: 'der', type: 'pkcs8' })
    return { key, secret }
  } catch {
    return { secret }
  }
}

function vapidOf(key: KeyObject): Vapid {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const publicKey = Buffer.concat(point).toString('base64url')
  return {
    publicKey,
    authorize(endpoint, contact, now) {
      const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + VALID_S, sub: contact }
      const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
