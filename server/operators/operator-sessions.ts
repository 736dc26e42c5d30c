import { randomBytes, randomUUID } from 'node:crypto'
import { SESSION_HOURS, type OperatorSession } from '#contract/operator/session.ts'
import type { Database } from '#server/db/tables.ts'
import type { CallerOperator } from '#server/identity/caller.ts'
import { sha256 } from '#server/identity/secrets.ts'

const SESSION_MS = SESSION_HOURS * 60 * 60_000
/** The last use is stored at most this often. */
const TOUCH_MS = 60_000
const TOKEN = /^[\w-]{43}$/

type Opened = OperatorSession & { readonly token: string }
type Who = Pick<CallerOperator, 'id' | 'name' | 'role'>

export const toldSession = ({ id, name, role }: Who, expiresAt: Date): OperatorSession => ({
  operator: { id: String(id), name, role },
  expiresAt: expiresAt.toISOString(),
})

/** The token exists only in the result: the database has its hash. */
export async function openOperatorSession(
  trx: Database,
  operator: Who,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<Opened> {
  const token = randomBytes(32).toString('base64url')
  const [at, expiresAt] = [new Date(now), new Date(now + SESSION_MS)]
  await trx.deleteFrom('operator_session').where('expires_at', '<=', at).execute()
  await trx
    .insertInto('operator_session')
    .values({
      id: randomUUID(),
      operator_id: operator.id,
      token_hash: sha256(token),
      address,
      created_at: at,
      last_seen_at: at,
      expires_at: expiresAt,
      confirmed_at: null,
      challenge: null,
      challenge_until: null,
    })
    .execute()
  return { ...toldSession(operator, expiresAt), token }
}

/** Null if the token is unknown, its session has ended, or the operator was removed. */
export async function readOperatorSession(
  db: Database,
  token: string,
  now: number,
): Promise<CallerOperator | null> {
  if (!TOKEN.test(token)) return null
  const row = await db
    .selectFrom('operator_session as session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select(['session.id as sessionId', 'session.last_seen_at', 'session.expires_at as expiresAt'])
    .select('session.confirmed_at as confirmedAt')
    .select(['operator.id', 'operator.name', 'operator.role'])
    .where('session.token_hash', '=', sha256(token))
    .where('session.expires_at', '>', new Date(now))
    .where('operator.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { last_seen_at: seenAt, ...operator } = row
  if (now - seenAt.getTime() > TOUCH_MS) {
    await db
      .updateTable('operator_session')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', row.sessionId)
      .execute()
  }
  return operator
}

export async function endOperatorSession(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom('operator_session').where('id', '=', id).execute()
}
