import { createHash } from 'node:crypto'
import { StartupError } from '#server/base/startup-error.ts'
import type { Database } from '#server/db/tables.ts'
import { keepTrust } from './keep-decision.ts'
import type { SignerKey } from './signer-key.ts'

export interface TrustedRow {
  readonly operator_id: number
  readonly name: string
  readonly role: string
  readonly passkey_id: string
  readonly public_key: Uint8Array
  readonly trusted_at: Date | null
  readonly trust: Uint8Array | null
}

/** Whose passkey it is, and what the operator may do: nobody without the signer's key can say it. */
const trustText = (row: TrustedRow, at: Date): string =>
  JSON.stringify([
    'koi operator',
    row.operator_id,
    row.name,
    row.role,
    row.passkey_id,
    Buffer.from(row.public_key).toString('base64'),
    at.toISOString(),
  ])

export const isTrusted = (row: TrustedRow, key: Pick<SignerKey, 'isSealed'>): boolean =>
  row.trusted_at !== null && row.trust !== null && key.isSealed(trustText(row, row.trusted_at), row.trust)

const passkeys = (db: Database) =>
  db
    .selectFrom('operator_passkey as passkey')
    .innerJoin('operator', 'operator.id', 'passkey.operator_id')
    .select(['operator.id as operator_id', 'operator.name', 'operator.role'])
    .select(['passkey.id as passkey_id', 'passkey.public_key', 'passkey.trusted_at', 'passkey.trust'])
    .where('operator.removed_at', 'is', null)

/** A short form of the public key, to be compared with what the operator's console shows. */
const fingerprintOf = ({ public_key }: Pick<TrustedRow, 'public_key'>): string =>
  createHash('sha256')
    .update(public_key)
    .digest('hex')
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, '$1-')

export async function listTrusted(db: Database, key: Pick<SignerKey, 'isSealed'>): Promise<string[]> {
  const rows = await passkeys(db).orderBy('operator.id').execute()
  if (rows.length === 0) return ['No operator has a passkey yet.']
  return rows.map((row) => {
    const since =
      isTrusted(row, key) && row.trusted_at ? `since ${row.trusted_at.toISOString()}` : 'not trusted'
    return `${row.operator_id}  ${row.name}, ${row.role}, passkey ${fingerprintOf(row)}: ${since}`
  })
}

/**
 * From now on the operator's votes count.
 * @throws StartupError when there is no such operator
 */
export async function trust(
  db: Database,
  key: Pick<SignerKey, 'seal'>,
  operator: string,
  now: number,
): Promise<string> {
  const at = new Date(now)
  return db.transaction().execute(async (trx) => {
    const row = await passkeys(trx)
      .where((where) =>
        /^\d{1,9}$/.test(operator)
          ? where('operator.id', '=', Number(operator))
          : where('operator.name', '=', operator),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!row)
      throw new StartupError(`There is no operator ${operator}: \`npm run signer -- trust\` lists them.`)
    await trx
      .updateTable('operator_passkey')
      .set({ trusted_at: at, trust: key.seal(trustText(row, at)) })
      .where('id', '=', row.passkey_id)
      .execute()
    await keepTrust(trx, row, now)
    return `Votes of ${row.name} (${row.role}) by the passkey ${fingerprintOf(row)} count from now on.`
  })
}
