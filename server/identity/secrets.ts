import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'
import { StartupError } from '#server/base/startup-error.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Secrets {
  /** HMAC-SHA256, for texts too short for a plain hash. `purpose` separates domains. */
  hash(purpose: string, text: string): Buffer
  /** AES-256-GCM, bound to `purpose`. */
  encrypt(purpose: string, plain: Uint8Array): Buffer
  /** @throws when the text was sealed by another key or for another purpose */
  decrypt(purpose: string, sealed: Uint8Array): Buffer
}

/**
 * Uses the configured key, or a key stored in the database, which all processes share.
 * @throws StartupError when the key differs from the earlier one: everything sealed so far would be unreadable
 */
export async function openSecrets(db: Database, configured: Buffer | null): Promise<Secrets> {
  const secrets = createSecrets(configured ?? (await kept(db, 'main', randomBytes(KEY_BYTES))))
  const mark = secrets.hash('key', 'koi')
  if (!mark.equals(await kept(db, 'mark', mark))) {
    throw new StartupError(
      'KOI_SECRET_KEY is not the key that this database was used with: set it as it was. When it is lost, so are authenticator secrets, waiting mail and the self-exclusions of closed accounts, and the row "mark" of the table server_secret has to go.',
    )
  }
  return secrets
}

/** Writes nothing. Null if the database was used with another key or with none. */
export async function readSecrets(db: Database, configured: Buffer | null): Promise<Secrets | null> {
  const rows = await db.selectFrom('server_secret').select(['name', 'secret']).execute()
  const [main, mark] = ['main', 'mark'].map((name) => rows.find((row) => row.name === name)?.secret)
  const key = configured ?? main
  if (key === undefined || mark === undefined) return null
  const secrets = createSecrets(key)
  return secrets.hash('key', 'koi').equals(mark) ? secrets : null
}

/** Returns the stored value; without one it stores `first`. */
async function kept(db: Database, name: string, first: Uint8Array): Promise<Uint8Array> {
  await db
    .insertInto('server_secret')
    .values({ name, secret: Buffer.from(first) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.secret
}

function createSecrets(key: Uint8Array): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `koi ${use}`, KEY_BYTES))
  const hashKey = derive('hash')
  const cipherKey = derive('encrypt')

  return {
    hash: (purpose, text) => createHmac('sha256', hashKey).update(`${purpose}\0${text}`).digest(),
    encrypt(purpose, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt(purpose, sealed) {
      const iv = sealed.subarray(0, IV_BYTES)
      const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

/** For values with 128 random bits or more, which need no key. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
