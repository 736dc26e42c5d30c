import { sql } from 'kysely'
import { operatorName } from '#server/base/operator-name.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChangeLine } from './caller.ts'

/** The number that the row of an action will have. */
export async function nextActionId(trx: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('admin_action', 'id')) as id`.execute(trx)
  const [next] = rows
  if (!next) throw new Error('The audit table gave no number')
  return next.id
}

/** Who acts. Without an id it is the command line: the machine's user is kept, too. */
export interface Author {
  readonly name: string
  readonly id?: number | undefined
}

/** Call it in the transaction of the action, last: the database numbers and hashes the line, and locks the log. */
export async function keepAction(
  trx: Database,
  author: Author,
  { id, why, action, what }: ChangeLine,
  now: number,
): Promise<void> {
  const line = { author, why, action, what, kind: 'change', now } as const
  await append(trx, { ...line, id: id ?? (await nextActionId(trx)) })
}

export async function keepRead(
  db: Database,
  author: Author,
  { action, what }: Pick<ChangeLine, 'action' | 'what'>,
  now: number,
): Promise<void> {
  await append(db, { author, why: '', action, what, kind: 'read', now, id: await nextActionId(db) })
}

interface Line extends ChangeLine {
  readonly id: string
  readonly author: Author
  readonly kind: 'read' | 'change'
  readonly now: number
}

async function append(trx: Database, { id, author, why, action, what, kind, now }: Line): Promise<void> {
  const user = author.id === undefined ? operatorName() : 'console'
  await sql`
    insert into admin_action (id, at, by_name, by_user, operator_id, kind, why, action, what) overriding system value
    values (${id}, ${new Date(now)}, ${author.name}, ${user}, ${author.id ?? null}, ${kind}, ${why}, ${action},
      ${jsonOf(what)}::jsonb)`.execute(trx)
}

/** PostgreSQL stores neither NUL nor half a character. Escaped backslashes are passed over. */
export const jsonOf = (what: object): string =>
  JSON.stringify(what).replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, (found) =>
    found === '\\\\' ? found : '\ufffd',
  )
