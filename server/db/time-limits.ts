import type { Pool, PoolClient } from 'pg'
import type { Logger } from '#server/base/logger.ts'
import { firstLine } from './postgres-pool.ts'

/** Default for every statement; transactions of requests have shorter limits (`guarded-dialect.ts`). */
const LIMITS = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
} as const
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** Any fixed number that no other lock of Koi has: two processes that change a role at once would fail. */
const ROLE_LOCK = 4_601_898

/**
 * Sets missing limits for the database role, so for all future sessions, and for this session. A setting of one
 * session gets lost, or reaches other clients, behind a pooler in transaction mode; every session starts with the
 * settings of its role. Limits that the operator has set stay.
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
    // One statement, so that a pooler runs all of it in one session.
    await client.query(`do $$ begin perform pg_advisory_xact_lock(${ROLE_LOCK}); ${set.join('')} end $$`)
  } catch (error) {
    logger.warn(
      { reason: firstLine(error), limits: LIMITS },
      'the database role has no time limits for its statements and cannot be given any: set them with ALTER ROLE',
    )
    // Better than no limits, although a pooler in transaction mode may pass them on to other clients.
    const set = NAMES.map((name) => `set ${name} = '${LIMITS[name]}'`).join('; ')
    pool.on('connect', (each) => void each.query(set).catch(() => {}))
    await client.query(set)
  }
}

async function missingLimits(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = '0'`,
    [NAMES],
  )
  return rows.map(({ name }) => name)
}
