import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'

const COUNT = 10
const LENGTH = 10
/** Crockford's base32: without U and the letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const hashOf = (secrets: Secrets, uid: number, code: string) => secrets.hash(`recovery-code:${uid}`, code)

/** Returns new codes, `XXXXX-XXXXX`, and deletes all earlier ones. The database has only hashes. */
export async function replaceRecoveryCodes(trx: Database, secrets: Secrets, uid: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeCode)
  await trx.deleteFrom('recovery_code').where('account_id', '=', uid).execute()
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: uid, code_hash: hashOf(secrets, uid, code), used_at: null })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Returns true only once per code, even for parallel requests. */
export async function redeemRecoveryCode(
  trx: Database,
  secrets: Secrets,
  uid: number,
  code: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date(now) })
    .where('account_id', '=', uid)
    .where('code_hash', '=', hashOf(secrets, uid, asMeant(code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Database, uid: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('account_id', '=', uid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

function makeCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Reads letters outside of the alphabet as the digits that they look like. */
function asMeant(code: string): string {
  return code.replace(/O/g, '0').replace(/[IL]/g, '1')
}
