import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../scripts/lib/koi-process.mjs'

export interface TestPostgres {
  /** Address of an empty database. */
  readonly url: string
  stop(): Promise<void>
}

const SUFFIX = process.platform === 'win32' ? '.exe' : ''
const isRoot = process.getuid?.() === 0

/**
 * A PostgreSQL of the test's own: an empty database on the server at `DATABASE_URL_TEST`, or else a
 * throw-away cluster in a temporary directory, made with the server programs of this machine (installed
 * with apt when it is a Debian and we may).
 * @throws when there is none and none can be installed
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['DATABASE_URL_TEST']
  return given ? createDatabaseOn(given) : startCluster(findPrograms() ?? installPrograms())
}

async function createDatabaseOn(serverUrl: string): Promise<TestPostgres> {
  const name = `koi_test_${process.pid}_${Date.now()}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => run(`drop database ${name} with (force)`) }
}

async function startCluster(programs: string): Promise<TestPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'koi-postgres-'))
  const user = isRoot ? unprivilegedUser() : undefined
  if (user) chownSync(dir, user.uid, user.gid)
  const data = join(dir, 'data')
  await promisify(execFile)(
    join(programs, `initdb${SUFFIX}`),
    ['-D', data, '-U', 'koi', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: dir, ...user },
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
  ]
  const server = spawn(
    join(programs, `postgres${SUFFIX}`),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], ...user },
  )
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const killWithUs = () => server.kill('SIGQUIT')
  process.once('exit', killWithUs)

  const url = `postgres://koi@127.0.0.1:${port}/postgres`
  const deadline = Date.now() + 30_000
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not start:\n${log}`)
    }
    await sleep(50)
  }
  return {
    url,
    async stop() {
      process.off('exit', killWithUs)
      if (server.exitCode === null) {
        const gone = once(server, 'exit')
        server.kill('SIGINT')
        await gone
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
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

/** The directory that holds both programs; the newest version where there are several. */
function findPrograms(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, `postgres${SUFFIX}`))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)))
  const candidates = [
    ...onPath,
    ...versionsIn('/usr/lib/postgresql'),
    ...versionsIn('/usr', 'pgsql-'),
    ...versionsIn('/opt/homebrew/opt', 'postgresql'),
    ...versionsIn('/usr/local/opt', 'postgresql'),
    ...versionsIn('/Applications/Postgres.app/Contents/Versions'),
    ...versionsIn(join(process.env['ProgramFiles'] ?? 'C:\\Program Files', 'PostgreSQL')),
  ]
  return candidates.find((dir) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(dir, program + SUFFIX))),
  )
}

/** The `bin` of each version below a directory, newest first. */
function versionsIn(parent: string, prefix = ''): string[] {
  if (!existsSync(parent)) return []
  const version = (name: string) => Number(/\d+(\.\d+)?/.exec(name)?.[0] ?? 0)
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => version(b) - version(a))
    .map((name) => join(parent, name, 'bin'))
}

function installPrograms(): string {
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, stdio: 'ignore' } as const
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options)
    const programs = findPrograms()
    if (programs) return programs
  }
  throw new Error(
    'No PostgreSQL server is on this machine and none could be installed: install one, or set DATABASE_URL_TEST to the address of a server where databases may be created.',
  )
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.')
}
