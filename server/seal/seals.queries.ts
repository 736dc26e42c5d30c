import { SEALS_PER_PAGE, type SealAnswer } from '#contract/seal.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

interface SignedRow {
  readonly day: string
  readonly text: string
  readonly kid: string
  readonly signature: Uint8Array
}

const toSeal = ({ day, text, kid, signature }: SignedRow): SealAnswer => ({
  day,
  seal: text,
  kid,
  signature: Buffer.from(signature).toString('base64url'),
})

const signedSeals = (db: Database) =>
  db
    .selectFrom('seal')
    .select(['day', 'text', 'kid', 'signature'])
    .where('text', 'is not', null)
    .$narrowType<{ text: string; kid: string; signature: Uint8Array }>()

/** Older than `after`, the newest first. */
export async function listSealsOf(
  db: Database,
  after: string | undefined,
): Promise<{ seals: SealAnswer[]; next: string | null }> {
  let query = signedSeals(db)
    .orderBy('day', 'desc')
    .limit(SEALS_PER_PAGE + 1)
  if (after !== undefined) query = query.where('day', '<', after)
  const rows = await query.execute()
  const page = rows.slice(0, SEALS_PER_PAGE)
  return { seals: page.map(toSeal), next: rows.length > SEALS_PER_PAGE ? (page.at(-1)?.day ?? null) : null }
}

/** @throws Refusal `not_found` for a day that is not sealed */
export async function readSeal(db: Database, day: string): Promise<SealAnswer> {
  const row = await signedSeals(db).where('day', '=', day).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'That day is not sealed')
  return toSeal(row)
}

/** By day; days without a seal are left out. */
export async function readSeals(db: Database, days: readonly string[]): Promise<Map<string, SealAnswer>> {
  if (days.length === 0) return new Map()
  const rows = await signedSeals(db).where('day', 'in', days).orderBy('day').execute()
  return new Map(rows.map((row) => [row.day, toSeal(row)]))
}
