import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { ReceiptKey } from '#contract/config.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'

const DAY_MS = 24 * 60 * 60_000
/** A key signs for this long; then the next one is made. */
const SIGNS_MS = 365 * DAY_MS
/** Other processes go on with the earlier key for a while. */
const OVERLAP_MS = DAY_MS
/** The clock of another process may be behind. */
const CLOCKS_MS = 5 * 60_000
const READ_EVERY_MS = 60 * 60_000

const purposeOf = (kid: string) => `receipt-key ${kid}`

/** The private part of a key, bound to its name. @throws if this house has not sealed it */
export const sealedReceiptKey = (
  secrets: Pick<Secrets, 'decrypt'>,
  kid: string,
  sealed: Uint8Array,
): Buffer => secrets.decrypt(purposeOf(kid), sealed)

export interface Signer {
  readonly kid: string
  /** Ed25519 over the text's UTF-8 bytes. */
  sign(text: string): Buffer
}

export interface ReceiptKeys {
  current(): Promise<Signer>
}

interface Options {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  readonly clock: Clock
}

/** Keys that sign receipts. They are in the database, so that every process has the same ones. */
export function createReceiptKeys({ db, secrets, clock }: Options): ReceiptKeys {
  let known: Promise<Signer> | undefined
  let readAt = 0
  return {
    current() {
      const now = clock()
      if (known === undefined || Math.abs(now - readAt) >= READ_EVERY_MS) {
        readAt = now
        const reading = readSigner(db, secrets, now)
        known = reading
        reading.catch(() => {
          if (known === reading) known = undefined
        })
      }
      return known
    },
  }
}

async function readSigner(db: Database, secrets: Options['secrets'], now: number): Promise<Signer> {
  const current = await findCurrent(db)
  if (!current || now - current.from_at.getTime() >= SIGNS_MS)
    await makeKey(db, secrets, current?.kid ?? null, now)
  const row = await findCurrent(db)
  if (!row) throw new Error('There is no key to sign receipts with')
  const { kid, sealed } = row
  const key = createPrivateKey({ key: sealedReceiptKey(secrets, kid, sealed), format: 'der', type: 'pkcs8' })
  return { kid, sign: (text) => sign(null, Buffer.from(text), key) }
}

const findCurrent = (db: Database) =>
  db.selectFrom('receipt_key').selectAll().where('until_at', 'is', null).executeTakeFirst()

export function newReceiptKey(secrets: Pick<Secrets, 'encrypt'>, now: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const kid = randomBytes(6).toString('hex')
  return {
    kid,
    public_key: rawOf(publicKey),
    sealed: secrets.encrypt(purposeOf(kid), privateKey.export({ format: 'der', type: 'pkcs8' })),
    from_at: new Date(now - CLOCKS_MS),
    until_at: null,
  }
}

/** Makes a key that signs from now on, instead of `before`; does nothing if another process was first. */
async function makeKey(
  db: Database,
  secrets: Options['secrets'],
  before: string | null,
  now: number,
): Promise<void> {
  const key = newReceiptKey(secrets, now)
  await db.transaction().execute(async (trx) => {
    if (before !== null) {
      const { numUpdatedRows } = await trx
        .updateTable('receipt_key')
        .set({ until_at: new Date(now + OVERLAP_MS) })
        .where('kid', '=', before)
        .where('until_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
    }
    await trx
      .insertInto('receipt_key')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** The 32 bytes of a public key, without its type. */
const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

/** The first one first. */
export async function listReceiptKeys(db: Database): Promise<ReceiptKey[]> {
  const rows = await db
    .selectFrom('receipt_key')
    .select(['kid', 'public_key', 'from_at', 'until_at'])
    .orderBy('from_at')
    .orderBy('kid')
    .execute()
  return rows.map(({ kid, public_key: key, from_at: from, until_at: until }) => ({
    kid,
    publicKey: Buffer.from(key).toString('base64url'),
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}
