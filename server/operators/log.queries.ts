import { sql } from 'kysely'
import type { LogLine } from '#contract/operator/log.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

const SHOWN = 100

interface Asked {
  readonly after?: string | undefined
  readonly by?: string | undefined
  readonly action?: string | undefined
  readonly kind?: 'all' | 'changes' | undefined
}

/** Newest first. @throws Refusal `bad_request` for a cursor that no page has given */
export async function listLog(db: Database, { after, by, action, kind }: Asked) {
  if (after !== undefined && !/^[1-9]\d{0,17}$/.test(after)) {
    throw new Refusal('bad_request', 'Not valid: after', { fields: ['after'] })
  }
  const rows = await db
    .selectFrom('admin_action')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('line', '<', after ?? ''))
    .$if(Boolean(by), (query) => query.where(sql<boolean>`starts_with(lower(by_name), lower(${by}))`))
    .$if(Boolean(action), (query) => query.where(sql<boolean>`starts_with(action, ${action})`))
    .$if(kind === 'changes', (query) => query.where('kind', '=', 'change'))
    .orderBy('line', 'desc')
    .limit(SHOWN + 1)
    .execute()
  const lines = rows.slice(0, SHOWN).map((row): LogLine => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_name,
    action: row.action,
    why: row.why,
    what: row.what as LogLine['what'],
    hash: Buffer.from(row.hash).toString('hex'),
  }))
  return { lines, next: rows.length > SHOWN ? (rows[SHOWN - 1]?.line ?? null) : null }
}
