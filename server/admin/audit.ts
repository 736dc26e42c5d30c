import { sql } from 'kysely'
import { operatorName } from '#server/base/operator-name.ts'
import type { Database } from '#server/db/tables.ts'
import type { Verbs } from './operator-call.ts'

const SHOWN = 200

/** The number that the row of an action will have. */
export async function nextActionId(trx: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('admin_action', 'id')) as id`.execute(trx)
  const [next] = rows
  if (!next) throw new Error('The audit table gave no number')
  return next.id
}

interface Action {
  readonly id: string
  readonly by: string
  readonly why: string
  readonly action: string
  readonly what: object
  readonly now: number
}

/** Call it in the transaction of the action, last. */
export async function keepAction(trx: Database, { id, by, why, action, what, now }: Action): Promise<void> {
  await sql`
    insert into admin_action (id, at, by_name, by_user, why, action, what) overriding system value
    values (${id}, ${new Date(now)}, ${by}, ${operatorName()}, ${why}, ${action}, ${JSON.stringify(what)}::jsonb)`.execute(
    trx,
  )
}

export const AUDIT: Verbs = {
  list: {
    isChange: false,
    async ask({ db }) {
      const rows = await db
        .selectFrom('admin_action')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map(({ id, at, by_name, by_user, why, action, what }) => ({
        id,
        at: at.toISOString(),
        by: by_name,
        user: by_user,
        why,
        action,
        what,
      }))
    },
  },
}
