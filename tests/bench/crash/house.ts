import { readFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { openSession } from '#server/identity/sessions.ts'
import { seed } from '#server/seed.ts'
import { cpuSecondsOf } from '../../../scripts/lib/cpu-time.mjs'
import { startKoi } from '../../../scripts/lib/koi-process.mjs'
import { startPooledPostgres } from '../../support/pgbouncer.ts'

export interface Bettor {
  readonly uid: number
  readonly token: string
  readonly from: string
}

/** Built servers on a PostgreSQL of their own behind PgBouncer, and players with practice money. */
export async function openHouse({
  processes,
  bettors: count,
}: {
  readonly processes: number
  readonly bettors: number
}) {
  const postgres = await startPooledPostgres()
  const pool = new pg.Pool({ connectionString: postgres.direct(postgres.url), max: 4 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db, seed)
  await sql`insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
    select 'bettor-' || n || '@example.test', 'none', now(), 'en-US', lpad(n::text, 8, '0'), now(), now()
    from generate_series(1, ${count}::integer) n`.execute(db)
  const env = {
    ...{ DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: postgres.direct(postgres.url), TRUST_PROXY: '1' },
    PRACTICE_BLOCK_MS: '1000',
  }
  const servers = [await startKoi({ env })]
  while (servers.length < processes) servers.push(await startKoi({ env }))
  const accounts = await db.selectFrom('account').select('id').where('email', 'like', 'bettor-%').execute()
  const bettors = await Promise.all(
    accounts.map(async ({ id: uid }, n): Promise<Bettor> => {
      const from = `10.0.${n >> 8}.${n & 255}`
      const caller = {
        ...{ address: from, userAgent: 'bench', device: null, origin: '' },
        logger: createLogger('silent'),
      }
      return { uid, from, token: await openSession(db, uid, { method: 'password', caller, now: Date.now() }) }
    }),
  )
  // How often a player may try is not what is measured here.
  const upkeep = setInterval(() => void sql`delete from rate_limit`.execute(db).catch(() => {}), 1_000)
  const pids = () => servers.flatMap(({ pid }) => pid ?? [])
  return {
    ...{ db, bettors, origins: servers.map(({ origin }) => origin) },
    /** Of all servers together, in megabytes. */
    rssMb: () => pids().reduce((sum, pid) => sum + rssMbOf(pid), 0),
    cpuSeconds: () => pids().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    async stop() {
      clearInterval(upkeep)
      for (const server of servers) await server.stop()
      await db.destroy()
      await postgres.stop()
    },
  }
}

function rssMbOf(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1_024
}
