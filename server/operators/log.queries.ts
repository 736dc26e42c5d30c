import { sql, type RawBuilder } from 'kysely'
import type { LogLine } from '#contract/operator/log.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

const SHOWN = 100

interface Asked {
  readonly after?: string | undefined
  readonly by?: string | undefined
  readonly action?: string | undefined
  readonly kind?: 'all' | 'changes' | undefined
  readonly from?: 'console' | 'machine' | undefined
}

/** Newest first. @throws Refusal `bad_request` for a cursor that no page has given */
export async function listLog(db: Database, { after, by, action, kind, from }: Asked) {
  if (after !== undefined && !/^[1-9]\d{0,17}$/.test(after)) {
    throw new Refusal('bad_request', 'Not valid: after', { fields: ['after'] })
  }
  const rows = await db
    .selectFrom('admin_action')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('line', '<', after ?? ''))
    .$if(Boolean(by), (query) => query.where(begins(sql`lower(by_name)`, sql`lower(${by})`)))
    .$if(Boolean(action), (query) => query.where(begins(sql`action`, sql`${action}::text`)))
    .$if(kind === 'changes', (query) => query.where('kind', '=', 'change'))
    .$if(from !== undefined, (query) =>
      query.where('operator_id', from === 'console' ? 'is not' : 'is', null),
    )
    .orderBy('line', 'desc')
    .limit(SHOWN + 1)
    .execute()
  const lines = rows.slice(0, SHOWN).map((row): LogLine => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_name,
    machineUser: row.operator_id === null ? row.by_user : null,
    action: row.action,
    why: row.why,
    what: row.what as LogLine['what'],
    hash: Buffer.from(row.hash).toString('hex'),
  }))
  return { lines, next: rows.length > SHOWN ? (rows[SHOWN - 1]?.line ?? null) : null }
}

const LAST_LETTER = '\u{10FFFF}'

/** An index has them in this order. */
const begins = (text: RawBuilder<unknown>, beginning: RawBuilder<unknown>) =>
  sql<boolean>`(${text} collate "C") >= ${beginning} and (${text} collate "C") < ${beginning} || ${LAST_LETTER}`
