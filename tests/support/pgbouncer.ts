import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedUser } from '#server/backup/unprivileged-user.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { answers, installWithApt, startPostgres, type TestPostgres } from './postgres.ts'

/** Its addresses lead through a pooler. */
export interface PooledPostgres extends TestPostgres {
  /** The address of the same database without the pooler. */
  direct(databaseUrl: string): string
}

/**
 * A PostgreSQL behind PgBouncer in transaction mode, as in an installation with many processes: code that needs its own
 * session fails here.
 * @param idleS seconds after which the pooler closes an unused connection. A test can copy only a database without
 * connections; a benchmark keeps them for the pooler's usual time
 * @throws if a program is missing and cannot be installed
 */
export async function startPooledPostgres({
  idleS = 1,
}: { readonly idleS?: number } = {}): Promise<PooledPostgres> {
  const postgres = await startPostgres()
  const pooler = await startPooler({ '*': { serverUrl: postgres.url } }, [`server_idle_timeout = ${idleS}`])
  const pooled = (databaseUrl: string) => pooler.url(new URL(databaseUrl).pathname.slice(1))
  return {
    url: pooled(postgres.url),
    createDatabase: async (copied) => pooled(await postgres.createDatabase(copied)),
    direct: (databaseUrl) => addressOn(new URL(postgres.url), databaseUrl),
    async stop() {
      await pooler.stop()
      await postgres.stop()
    },
  }
}

function addressOn({ host }: { readonly host: string }, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.host = host
  return url.href
}

/** PgBouncer's default, in seconds. */
export const USUAL_IDLE_S = 600
const START_WITHIN_MS = 10_000

/** The database behind a name that clients use. */
export interface PooledDatabase {
  readonly serverUrl: string
  /** `session` for clients that listen; otherwise transaction mode. */
  readonly mode?: 'session'
}

type PooledDatabases = Readonly<Record<string, PooledDatabase>>

export interface Pooler {
  /** The address of a database through the pooler. */
  url(name: string): string
  /** Points the names elsewhere, as an operator would; clients stay connected. */
  repoint(databases: PooledDatabases): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Debian's settings except for addresses, mode and parameters: it refuses unknown start-up parameters, and gives a
 * session to another client after each transaction.
 * @param databases by name, all with one user; `*` maps every other name to the database of that name
 */
export async function startPooler(
  databases: PooledDatabases,
  settings: readonly string[] = [],
): Promise<Pooler> {
  const program = findProgram() ?? installProgram()
  const dir = mkdtempSync(join(tmpdir(), 'koi-pgbouncer-'))
  const port = await freePort()
  const [first] = Object.entries(databases)
  if (!first) throw new Error('The pooler needs a database')
  const [firstName, { serverUrl }] = first
  const { username } = new URL(serverUrl)
  const url = (name: string) => `postgres://${username}@127.0.0.1:${port}/${name}`
  const file = join(dir, 'pgbouncer.ini')
  const users = join(dir, 'users.txt')
  const configure = (led: PooledDatabases) =>
    writeFileSync(
      file,
      [
        '[databases]',
        ...Object.entries(led).map(([name, database]) => databaseLine(name, database)),
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${users}`,
        `admin_users = ${username}`,
        'pool_mode = transaction',
        ...settings,
        '',
      ].join('\n'),
    )
  writeFileSync(users, `"${username}" ""\n`)
  configure(databases)
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (user) [dir, users, file].forEach((path) => chownSync(path, user.uid, user.gid))
  const firstUrl = url(firstName === '*' ? 'postgres' : firstName)
  let running: ChildProcess | undefined
  const killWithUs = () => running?.kill('SIGKILL')
  process.once('exit', killWithUs)

  async function start(): Promise<void> {
    const pooler = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...user })
    running = pooler
    let log = ''
    pooler.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const deadline = Date.now() + START_WITHIN_MS
    while (!(await answers(firstUrl))) {
      if (pooler.exitCode !== null || Date.now() > deadline)
        throw new Error(`PgBouncer did not start:\n${log}`)
      await sleep(50)
    }
  }

  async function kill(): Promise<void> {
    const pooler = running
    running = undefined
    if (!pooler || pooler.exitCode !== null || pooler.signalCode !== null) return
    const gone = once(pooler, 'exit')
    pooler.kill('SIGKILL')
    await gone
  }

  await start()
  return {
    url,
    start,
    kill,
    async repoint(led) {
      configure(led)
      await commandPooler(url('pgbouncer'), 'reload')
    },
    async stop() {
      process.off('exit', killWithUs)
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function databaseLine(name: string, { serverUrl, mode }: PooledDatabase): string {
  const { hostname, port, pathname } = new URL(serverUrl)
  const database = name === '*' ? '' : ` dbname=${pathname.slice(1)}`
  return `${name} = host=${hostname} port=${port}${database}${mode ? ` pool_mode=${mode}` : ''}`
}

async function commandPooler(adminUrl: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(command)
  await client.end()
}

/** It may be installed outside the PATH. */
function findProgram(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
  ]
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

function installProgram(): string {
  installWithApt('pgbouncer')
  // The package starts a pooler of its own.
  spawnSync('systemctl', ['stop', 'pgbouncer'], { stdio: 'ignore' })
  const program = findProgram()
  if (program) return program
  throw new Error(
    'No PgBouncer is on this machine and none could be installed: install the package pgbouncer.',
  )
}
