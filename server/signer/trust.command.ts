import { passkeyFingerprint } from '#server/accounts/passkey-fingerprint.ts'
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
    .select(['passkey.id as passkey_id', 'passkey.public_key', 'passkey.created_at'])
    .select(['passkey.trusted_at', 'passkey.trust'])
    .where('operator.removed_at', 'is', null)

export async function listTrusted(db: Database, key: Pick<SignerKey, 'isSealed'>): Promise<string[]> {
  const rows = await passkeys(db).orderBy('operator.id').execute()
  if (rows.length === 0) return ['No operator has a passkey yet.']
  return rows.map((row) => {
    const since =
      isTrusted(row, key) && row.trusted_at ? `trusted since ${row.trusted_at.toISOString()}` : 'not trusted'
    const made = row.created_at.toISOString()
    return `${row.operator_id}  ${row.name}, ${row.role}, passkey ${passkeyFingerprint(row.public_key)} made ${made}: ${since}`
  })
}

interface Told {
  /** Number or name. */
  readonly operator: string
  /** As the operator's console has shown it. */
  readonly fingerprint: string
}

/**
 * From now on the operator's votes count.
 * @throws StartupError when there is no such operator, or the passkey is another one
 */
export async function trust(
  db: Database,
  key: Pick<SignerKey, 'seal'>,
  { operator, fingerprint: told }: Told,
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
    const fingerprint = passkeyFingerprint(row.public_key)
    if (digitsOf(told) !== digitsOf(fingerprint)) {
      throw new StartupError(
        `The passkey of ${row.name} in the database has another fingerprint than ${told}. Ask the operator again. If that is what the console showed, somebody has changed the database: do not trust this passkey.`,
      )
    }
    await trx
      .updateTable('operator_passkey')
      .set({ trusted_at: at, trust: key.seal(trustText(row, at)) })
      .where('id', '=', row.passkey_id)
      .execute()
    await keepTrust(trx, row, now)
    return `Votes of ${row.name} (${row.role}) by the passkey ${fingerprint} count from now on.`
  })
}

const digitsOf = (fingerprint: string) => fingerprint.toLowerCase().replaceAll('-', '')
