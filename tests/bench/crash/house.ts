import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { openSession } from '#server/identity/sessions.ts'
import { seed } from '#server/seed.ts'
import { cpuSecondsOf } from '../../../scripts/lib/cpu-time.mjs'
import { startKoi, type KoiProcess } from '../../../scripts/lib/koi-process.mjs'
import { startPooledPostgres, USUAL_IDLE_S } from '../../support/pgbouncer.ts'

export interface Bettor {
  readonly uid: number
  readonly token: string
  readonly from: string
}

/** Built servers with their own PostgreSQL behind PgBouncer, and players with practice money. */
export async function openHouse({
  processes,
  bettors: count,
}: {
  readonly processes: number
  readonly bettors: number
}) {
  const postgres = await startPooledPostgres({ idleS: USUAL_IDLE_S })
  const pool = new pg.Pool({ connectionString: postgres.direct(postgres.url), max: 4 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db, seed)
  await sql`insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
    select 'bettor-' || n || '@example.test', 'none', now(), 'en-US', lpad(n::text, 8, '0'), now(), now()
    from generate_series(1, ${count}::integer) n`.execute(db)
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_DIRECT_URL: postgres.direct(postgres.url),
    TRUST_PROXY: '1',
    PRACTICE_BLOCK_MS: '1000',
  }
  const options = { env, flags: ['--import', fileURLToPath(new URL('./held-memory.mjs', import.meta.url))] }
  const servers = [await startKoi(options)]
  while (servers.length < processes) servers.push(await startKoi(options))
  const accounts = await db.selectFrom('account').select('id').where('email', 'like', 'bettor-%').execute()
  const bettors = await Promise.all(
    accounts.map(async ({ id: uid }, n): Promise<Bettor> => {
      const from = `10.0.${n >> 8}.${n & 255}`
      const caller = {
        address: from,
        userAgent: 'bench',
        device: null,
        origin: '',
        logger: createLogger('silent'),
      }
      return { uid, from, token: await openSession(db, uid, { method: 'password', caller, now: Date.now() }) }
    }),
  )
  // Rate limits are not measured here.
  const upkeep = setInterval(() => void sql`delete from rate_limit`.execute(db).catch(() => {}), 10_000)
  const pids = () => servers.flatMap(({ pid }) => pid ?? [])
  return {
    db,
    bettors,
    origins: servers.map(({ origin }) => origin),
    /** Sum of all servers, in megabytes. */
    rssMb: () => pids().reduce((sum, pid) => sum + rssMbOf(pid), 0),
    /** Memory in use after garbage collection, in megabytes. */
    heldMb: async () => (await Promise.all(servers.map(heldMbOf))).reduce((sum, mb) => sum + mb, 0),
    cpuSeconds: () => pids().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    async stop() {
      clearInterval(upkeep)
      for (const server of servers) await server.stop()
      await db.destroy()
      await postgres.stop()
    },
  }
}

async function heldMbOf(server: KoiProcess): Promise<number> {
  const before = server.log.length
  if (server.pid !== undefined) process.kill(server.pid, 'SIGUSR2')
  for (;;) {
    const bytes = /^held (\d+)$/m.exec(server.log.slice(before))?.[1]
    if (bytes !== undefined) return Number(bytes) / 1_048_576
    await sleep(50)
  }
}

function rssMbOf(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1_024
}
