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
/** Compiling a statement costs more than the short ones of requests can win, and the planner often takes them for long. */
const SETTINGS = { ...LIMITS, jit: 'off' } as const

/** SQL condition on a row of `pg_settings`: the operator has not decided on it. */
const IS_UNSET = `(name = any(array[${NAMES.map((name) => `'${name}'`).join(', ')}]) and setting = '0'
  or name = 'jit' and setting = 'on' and source = 'default')`

/** Any fixed number that no other lock of Koi has: two processes that change a role at once would fail. */
const ROLE_LOCK = 4_601_898

/**
 * Sets missing limits, and no compiling, for the database role, so for all future sessions, and for this session. A setting of one
 * session gets lost, or reaches other clients, behind a pooler in transaction mode; every session starts with the
 * settings of its role. Limits that the operator has set stay.
 */
export async function limitStatements(pool: Pool, client: PoolClient, logger: Logger): Promise<void> {
  const { rows } = await client.query(`select from pg_settings where ${IS_UNSET}`)
  if (rows.length === 0) return
  const set = Object.entries(SETTINGS).map(
    ([name, value]) => `
      if exists (select from pg_settings where name = '${name}' and ${IS_UNSET}) then
        execute format('alter role session_user in database %I set ${name} = %L', current_database(), '${value}');
        perform set_config('${name}', '${value}', false);
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
    const set = Object.entries(SETTINGS)
      .map(([name, value]) => `set ${name} = '${value}'`)
      .join('; ')
    pool.on('connect', (each) => void each.query(set).catch(() => {}))
    await client.query(set)
  }
}
