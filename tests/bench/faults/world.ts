import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { hashPassword } from '#server/accounts/passwords.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/seed.ts'
import type { Tables } from '#server/db/tables.ts'
import { configFile } from '../../support/config-file.ts'
import { startKoi, type KoiProcess, type StartOptions } from '../../../scripts/lib/koi-process.mjs'
import { DatabasePair } from './database-pair.ts'
import { ProcessLife } from './process-life.ts'

export const PASSWORD = 'the password of every player'
/** Withdrawals from this amount go to review; a player's small ones rarely add up to it. */
export const REVIEW_USDT = 600n
const BLOCK_MS = 100
const SIGNER_KEY = '5a'.repeat(32)
const SIGNER_READY = 'Koi signs withdrawals'
const SIGNER_READY_WITHIN_MS = 30_000

const ENVIRONMENT = {
  LOG_LEVEL: 'info',
  TRUST_PROXY: '1',
  PRACTICE_BLOCK_MS: String(BLOCK_MS),
  LEDGER_CHECK_MINUTES: '1',
}

export interface ApiServer {
  readonly koi: KoiProcess
  readonly life: ProcessLife
  /** The log of the current process. */
  log(): string
}

export interface World {
  readonly db: DatabasePair
  readonly servers: readonly ApiServer[]
  readonly signer: ProcessLife
  signerLog(): string
  /** Ends everything gracefully, and removes its files. */
  stop(): Promise<void>
  /** Ends everything at once, when a run is aborted. */
  killAll(): void
}

interface WorldOptions {
  readonly distDir: string
  readonly players: number
  /** True if the standby has everything that was acknowledged. */
  readonly isSynchronous: boolean
  /** Flags of Node, for the servers. */
  readonly flags?: readonly string[]
  /** Content of the servers' file of settings. */
  readonly config?: object | undefined
}

/** A database with a standby behind a pooler, two servers and a signer, and `players` accounts with practice money. */
export async function openWorld({
  distDir,
  players,
  isSynchronous,
  flags = [],
  config,
}: WorldOptions): Promise<World> {
  const db = await DatabasePair.open({ isSynchronous })
  await openAccounts(db, players)
  const env = { ...ENVIRONMENT, ...db.environment, ...(config && { KOI_CONFIG: configFile(config) }) }
  // Started together, as after a power cut: both try to grant the practice money.
  const servers = await Promise.all([1, 2].map((n) => openServer(`API ${n}`, { distDir, env, flags })))
  const signer = openSigner(distDir, env.DATABASE_URL)
  await signer.start()
  const lives = [...servers.map(({ life }) => life), signer.life]
  for (const life of lives) life.supervise()

  return {
    db,
    servers,
    signer: signer.life,
    signerLog: signer.log,
    async stop() {
      for (const life of lives) await life.leaveAlone()
      await signer.stop()
      for (const { koi } of servers) await koi.stop()
      await db.stop()
    },
    killAll() {
      for (const { koi } of servers) void koi.kill()
      void signer.kill()
      db.killAll()
    },
  }
}

/** All accounts have the same password, so that one hash serves them all. */
async function openAccounts(db: DatabasePair, players: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: db.url })
  const schema = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(schema, seed)
  await schema.destroy()
  await db.query(
    `insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
     select 'player-' || n || '@example.test', $1, now(), 'en-US', lpad(n::text, 8, '0'), now(), now()
     from generate_series(1, $2::integer) n`,
    [await hashPassword(PASSWORD), players],
  )
}

async function openServer(name: string, options: StartOptions): Promise<ApiServer> {
  const koi = await startKoi(options)
  let bornAt = 0
  const life = new ProcessLife({
    name,
    kill: () => koi.kill(),
    isRunning: () => koi.isRunning,
    start() {
      bornAt = koi.log.length
      return koi.restart()
    },
  })
  return { koi, life, log: () => koi.log.slice(bornAt) }
}

/** The built signer, as `npm run signer` runs it. */
function openSigner(distDir: string, databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'koi-faults-signer-'))
  let child: ChildProcess | undefined
  let log = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    const process_ = child
    if (!process_ || !isRunning()) return
    const gone = once(process_, 'exit')
    process_.kill(signal)
    await gone
  }

  async function start(): Promise<void> {
    const bornAt = log.length
    const process_ = spawn(process.execPath, [join(distDir, 'server', 'signer.js')], {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SIGNER_KEY,
        PRACTICE_BLOCK_MS: String(BLOCK_MS),
        KOI_CONFIG: configFile({
          signer: { reviewUsdt: String(REVIEW_USDT), dayLimitUsdt: '100000000' },
        }),
      },
    })
    child = process_
    for (const stream of [process_.stdout, process_.stderr])
      stream.on('data', (chunk) => (log += String(chunk)))
    const deadline = Date.now() + SIGNER_READY_WITHIN_MS
    while (isRunning() && Date.now() < deadline) {
      if (log.includes(SIGNER_READY, bornAt)) return
      await sleep(20)
    }
    await end('SIGKILL')
    throw new Error(`The signer did not start:\n${log.slice(bornAt)}`)
  }
  const kill = () => end('SIGKILL')
  return {
    start,
    kill,
    log: () => log,
    life: new ProcessLife({ name: 'signer', start, kill, isRunning }),
    async stop() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
