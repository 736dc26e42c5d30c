import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPrograms } from '#server/backup/postgres-programs.ts'
import { unprivilegedUser } from '#server/backup/unprivileged-user.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'

export interface TestPostgres {
  /** The address of an empty database. */
  readonly url: string
  /** Makes another database on the same server, empty or as a copy of one without connections. @returns its address */
  createDatabase(copied?: string): Promise<string>
  stop(): Promise<void>
}

/** A server that the test can take away from its clients. */
export interface TestServer {
  readonly url: string
  /** SIGKILL to the first process of the server; the others end when they notice. Committed data stays. */
  kill(): Promise<void>
  /** Restarts it on the same port and data, with recovery after a crash. */
  start(): Promise<void>
  /** SIGKILL to all of its processes, and deletes its data. */
  destroy(): Promise<void>
  /** Another server that replicates all databases of this one, and ends with the cluster. */
  startStandby(): Promise<TestStandby>
}

export interface TestCluster extends TestPostgres, TestServer {
  /** The address of an empty database. */
  readonly url: string
}

/** A hot standby: it answers reads by its replicated state. */
export interface TestStandby extends TestServer {
  /** The address of the same database on the standby. */
  standbyOf(databaseUrl: string): string
  /** Pauses replication until `follow`. */
  lag(): Promise<void>
  follow(): Promise<void>
  /** Makes it a primary. */
  promote(): Promise<void>
}

const SUFFIX = process.platform === 'win32' ? '.exe' : ''
const PROGRAMS = ['initdb', 'postgres']
const START_WITHIN_MS = 30_000
const isRoot = process.getuid?.() === 0

/**
 * An empty database on the server at `DATABASE_URL_TEST`, or else on a temporary cluster, made with the server programs
 * of this machine (installed with apt on Debian as root).
 * @throws if there is no server and it cannot be installed
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['DATABASE_URL_TEST']
  return given ? createDatabaseOn(given) : startCluster(['fsync=off', 'full_page_writes=off'])
}

/**
 * A temporary cluster even if `DATABASE_URL_TEST` is set. It writes commits to disk, as a real one does.
 * @throws if the server programs are missing and cannot be installed
 */
export function startDurablePostgres(settings: readonly string[] = []): Promise<TestCluster> {
  return startCluster(settings)
}

async function createDatabaseOn(serverUrl: string): Promise<TestPostgres> {
  const made: string[] = []
  const create = async (copied?: string) => {
    const name = `koi_test_${process.pid}_${Date.now()}_${made.length}`
    await runOn(serverUrl, createStatement(name, copied))
    made.push(name)
    return addressOf(serverUrl, name)
  }
  return {
    url: await create(),
    createDatabase: create,
    async stop() {
      for (const name of made) await runOn(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

const createStatement = (name: string, copied?: string) =>
  `create database ${name}${copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`}`

function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function startCluster(settings: readonly string[]): Promise<TestCluster> {
  const programs = findPrograms(PROGRAMS)[0] ?? installPrograms()
  const dir = mkdtempSync(join(tmpdir(), 'koi-postgres-'))
  const user = isRoot ? unprivilegedUser() : undefined
  if (user) chownSync(dir, user.uid, user.gid)
  const data = join(dir, 'data')
  await promisify(execFile)(
    join(programs, `initdb${SUFFIX}`),
    ['-D', data, '-U', 'koi', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: dir, ...user },
  )
  const place = { programs, dir, user, settings }
  const standbys: TestStandby[] = []
  const primary = serverOf(await runServer({ ...place, data }), place, standbys)
  const { url } = primary
  let databases = 0
  return {
    ...primary,
    async createDatabase(copied) {
      const name = `koi_${++databases}`
      await runOn(url, createStatement(name, copied))
      return addressOf(url, name)
    },
    async stop() {
      await Promise.all(standbys.map(({ kill }) => kill()))
      await primary.end('SIGINT')
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

type Place = Omit<ServerOptions, 'data'>
type RunningServer = Awaited<ReturnType<typeof runServer>>

/** @param standbys collects all standbys, including those of standbys */
function serverOf(server: RunningServer, place: Place, standbys: TestStandby[]) {
  const { programs, dir, user } = place
  const { url } = server
  return {
    ...server,
    kill: () => server.end('SIGKILL'),
    async startStandby(): Promise<TestStandby> {
      const copy = mkdtempSync(join(dir, 'standby-'))
      if (user) chownSync(copy, user.uid, user.gid)
      const { hostname, port } = new URL(url)
      const from = ['-h', hostname, '-p', port, '-U', 'koi', '-D', copy]
      await promisify(execFile)(
        join(programs, `pg_basebackup${SUFFIX}`),
        [...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
        { cwd: dir, ...user },
      )
      const standby = serverOf(await runServer({ ...place, data: copy }), place, standbys)
      const made: TestStandby = {
        ...standby,
        standbyOf: (databaseUrl) => addressOf(standby.url, new URL(databaseUrl).pathname.slice(1)),
        lag: () => runOn(standby.url, 'select pg_wal_replay_pause()'),
        follow: () => runOn(standby.url, 'select pg_wal_replay_resume()'),
        promote: () => runOn(standby.url, 'select pg_promote()'),
      }
      standbys.push(made)
      return made
    },
  }
}

interface ServerOptions {
  readonly programs: string
  readonly dir: string
  readonly data: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly settings: readonly string[]
}

/** Starts a server on a data directory; it ends with this process. */
async function runServer({ programs, dir, data, user, settings }: ServerOptions) {
  const port = await freePort()
  const url = `postgres://koi@127.0.0.1:${port}/postgres`
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  let server: ChildProcess | undefined
  const killWithUs = () => server?.kill('SIGQUIT')

  async function end(signal: NodeJS.Signals): Promise<void> {
    const process_ = server
    server = undefined
    process.off('exit', killWithUs)
    if (!process_ || hasEnded(process_)) return
    const gone = once(process_, 'exit')
    process_.kill(signal)
    await gone
  }

  async function destroy(): Promise<void> {
    const first = server
    if (first?.pid !== undefined && !hasEnded(first)) {
      // Stopped first, so that it starts no other process.
      first.kill('SIGSTOP')
      for (const pid of childrenOf(first.pid)) killIfThere(pid)
    }
    await end('SIGKILL')
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  }

  async function start(): Promise<void> {
    const deadline = Date.now() + START_WITHIN_MS
    for (;;) {
      const process_ = spawn(
        join(programs, `postgres${SUFFIX}`),
        ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
        { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], ...user },
      )
      server = process_
      process.once('exit', killWithUs)
      let log = ''
      process_.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
      while (!hasEnded(process_) && Date.now() < deadline) {
        if (await answers(url)) return
        await sleep(50)
      }
      process_.kill('SIGKILL')
      // After a kill, the old shared memory is in use until the last process has noticed.
      const isTooEarly = /shared memory block|lock file .* already exists/.test(log)
      if (!isTooEarly || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`)
      await sleep(100)
    }
  }

  await start()
  return { url, start, end, destroy }
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** True if the database accepts connections. */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Only on Debian, as root. */
export function installWithApt(name: string): void {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: 'ignore' } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  // A second installer waits for the first.
  const wait = ['-o', 'DPkg::Lock::Timeout=120']
  spawnSync('apt-get', ['install', ...wait, '-y', '-qq', '--no-install-recommends', name], options)
}

function installPrograms(): string {
  installWithApt('postgresql')
  const [programs] = findPrograms(PROGRAMS)
  if (programs) return programs
  throw new Error(
    'No PostgreSQL server is on this machine and none could be installed: install one, or set DATABASE_URL_TEST to the address of a server where databases may be created.',
  )
}
