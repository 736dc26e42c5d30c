import type { Pool, PoolClient } from 'pg'
import type { Logger } from '#server/base/logger.ts'
import { firstLine } from './postgres-pool.ts'

/** Of every statement that has none of its own; a transaction that a call waits for has shorter ones (`guarded-dialect.ts`). */
const LIMITS = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
} as const
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** Any fixed number that no other lock of Koi's has: two processes that change a role at once would fail. */
const ROLE_LOCK = 4_601_898

/**
 * Gives the role of the database the limits that it has not, for all its sessions to come, and this session at once.
 * What a session is told is lost or given to others where a pooler in transaction mode lies in between; what the role
 * has, every session of it begins with. An operator's own limits stay.
 */
export async function limitStatements(pool: Pool, client: PoolClient, logger: Logger): Promise<void> {
  if ((await missingLimits(client)).length === 0) return
  const set = NAMES.map(
    (name) => `
      if current_setting('${name}') = '0' then
        execute format('alter role session_user in database %I set ${name} = %L', current_database(), '${LIMITS[name]}');
        perform set_config('${name}', '${LIMITS[name]}', false);
      end if;`,
  )
  try {
    // One statement, so that a pooler does all of it in one session.
    await client.query(`do $$ begin perform pg_advisory_xact_lock(${ROLE_LOCK}); ${set.join('')} end $$`)
  } catch (error) {
    logger.warn(
      { reason: firstLine(error), limits: LIMITS },
      'the database role has no time limits for its statements and cannot be given any: set them with ALTER ROLE',
    )
    // Better than none, though a pooler in transaction mode gives them to whoever comes next.
    const set = NAMES.map((name) => `set ${name} = '${LIMITS[name]}'`).join('; ')
    pool.on('connect', (each) => void each.query(set).catch(() => {}))
    await client.query(set)
  }
}

/** Names of the limits that this session has not. */
async function missingLimits(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = '0'`,
    [NAMES],
  )
  return rows.map(({ name }) => name)
}
