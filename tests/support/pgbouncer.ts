import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { answers, installWithApt, startPostgres, unprivilegedUser, type TestPostgres } from './postgres.ts'

/** A PostgreSQL whose addresses lead through a pooler. */
export interface PooledPostgres extends TestPostgres {
  /** The address of the same database without the pooler, which stays connected for a second. */
  direct(databaseUrl: string): string
}

/**
 * A PostgreSQL of the test's own behind PgBouncer in transaction mode, as a place with many processes has it: what needs
 * a session of its own fails here.
 * @throws when there is none of either and none can be installed
 */
export async function startPooledPostgres(): Promise<PooledPostgres> {
  const postgres = await startPostgres()
  const pooler = await startPooler(postgres.url)
  return {
    url: pooler.pooled(postgres.url),
    createDatabase: async (copied) => pooler.pooled(await postgres.createDatabase(copied)),
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

const START_WITHIN_MS = 10_000

/**
 * The settings are those that Debian ships but for addresses, mode and idle sessions: it refuses start-up parameters
 * that it does not know, and gives a session to another client after each transaction.
 */
async function startPooler(serverUrl: string) {
  const program = findProgram() ?? installProgram()
  const { hostname, port: serverPort, username } = new URL(serverUrl)
  const dir = mkdtempSync(join(tmpdir(), 'koi-pgbouncer-'))
  const port = await freePort()
  writeFileSync(join(dir, 'users.txt'), `"${username}" ""\n`)
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(dir, 'users.txt')}`,
      'pool_mode = transaction',
      // Each test has a database of its own, and the server has 100 connections for all.
      'server_idle_timeout = 1',
      '',
    ].join('\n'),
  )
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (user)
    [dir, ...['users.txt', 'pgbouncer.ini'].map((name) => join(dir, name))].forEach((path) =>
      chownSync(path, user.uid, user.gid),
    )
  const pooler = spawn(program, [join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  let log = ''
  pooler.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const killWithUs = () => pooler.kill('SIGKILL')
  process.once('exit', killWithUs)

  const pooled = (databaseUrl: string) => addressOn({ host: `127.0.0.1:${port}` }, databaseUrl)
  const deadline = Date.now() + START_WITHIN_MS
  while (!(await answers(pooled(serverUrl)))) {
    if (pooler.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start:\n${log}`)
    await sleep(50)
  }
  return {
    pooled,
    async stop() {
      process.off('exit', killWithUs)
      const gone = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** It stands where a user's PATH does not look. */
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
  // The package starts one of its own.
  spawnSync('systemctl', ['stop', 'pgbouncer'], { stdio: 'ignore' })
  const program = findProgram()
  if (program) return program
  throw new Error(
    'No PgBouncer is on this machine and none could be installed: install the package pgbouncer.',
  )
}
