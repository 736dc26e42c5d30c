import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get as httpGet } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '#server/identity/secrets.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { createLogger } from '#server/base/logger.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { fillDataDir } from '../support/pglite.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { freePort } from '../../scripts/lib/koi-process.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Generous, because several processes start on a machine that runs other tests. */
const START_WITHIN_MS = 60_000
/** The server cuts connections off after this; a graceful end is faster. */
const CUT_OFF_MS = 5_000

let dir: string
let server: string[]
const running = new Set<ChildProcess>()
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'koi-process-'))
  // Optimizing the database's code does not pay in a run of seconds.
  server = ['--liftoff-only', join(ensureBuild({ log: () => {} }), 'server', 'main.js')]
}, 180_000)
afterEach(() => running.forEach((child) => child.kill('SIGKILL')))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

interface Ended {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

function launch(env: Record<string, string>, args = server) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', PORT: '0', ...env },
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)
    return { code, signal, stdout, stderr }
  })
  return {
    child,
    ended,
    /** Resolves to the printed address. */
    async ready(): Promise<string> {
      const address = () => /Koi is ready at (http:\S+)/.exec(stdout)?.[1]
      await Promise.race([expect.poll(address, { timeout: START_WITHIN_MS }).toBeTruthy(), ended])
      const found = address()
      if (!found) throw new Error(`The server did not start: ${stderr}`)
      return found
    },
  }
}

/** One readable sentence, and nothing else. */
const ONE_SENTENCE = /^[A-Z][^\n]+\.\n$/

describe('the server process', { timeout: 3 * START_WITHIN_MS }, () => {
  it('starts on an empty directory, locks it and its port, and stops gracefully', async () => {
    const data = join(dir, 'one')
    const first = launch({ DATA_DIR: data })
    const address = await first.ready()
    expect(await (await fetch(`${address}/api/health`)).json()).toMatchObject({ data: { ready: true } })

    const second = await launch({ DATA_DIR: data }).ended
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(ONE_SENTENCE)
    expect(second.stderr).toContain(`in use by another Koi (process ${first.child.pid} on `)
    expect(second.stdout).toBe('')

    const port = new URL(address).port
    const filled = join(dir, 'two')
    await fillDataDir(filled)
    const third = await launch({ DATA_DIR: filled, PORT: port }).ended
    expect(third.code).toBe(1)
    expect(third.stderr).toBe(
      `Port ${port} on 127.0.0.1 is already in use: stop what uses it, or set PORT to another one.\n`,
    )

    // An idle keep-alive connection must not delay the end.
    const agent = new Agent({ keepAlive: true })
    await new Promise((resolve) =>
      httpGet(`${address}/api/config`, { agent }, (answer) => answer.resume().on('end', resolve)),
    )
    const stoppedAt = Date.now()
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(Date.now() - stoppedAt).toBeLessThan(CUT_OFF_MS)
    expect(readdirSync(data).toSorted()).toEqual(['koi.lock', 'pglite', 'practice-signer.key'])
    agent.destroy()
  })

  it('starts again, even after a kill, and stops on Ctrl-C', async () => {
    const data = join(dir, 'one')
    const killed = launch({ DATA_DIR: data })
    await killed.ready()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(data)).toContain('koi.lock')

    const again = launch({ DATA_DIR: data, LOG_LEVEL: 'info' })
    const address = await again.ready()
    const games = (await (await fetch(`${address}/api/games`)).json()) as { data: unknown[] }
    expect(games.data).toHaveLength(9)
    again.child.kill('SIGINT')
    const { code, stdout } = await again.ended
    expect(code).toBe(0)
    // The operator reads once why players see no WalletConnect.
    expect(stdout.match(/WALLETCONNECT_PROJECT_ID is not set/g)).toHaveLength(1)
  })

  it('lets a running request finish', async () => {
    const asked = launch({ DATA_DIR: join(dir, 'one') })
    const { port } = new URL(await asked.ready())
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    await once(socket, 'connect')
    const headers = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'
    socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n1\r\n{\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    asked.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked.child.exitCode).toBeNull()
    const finishedAt = Date.now()
    socket.write('1\r\n}\r\n0\r\n\r\n')
    expect((await asked.ended).code).toBe(0)
    expect(Date.now() - finishedAt).toBeLessThan(CUT_OFF_MS)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([
    ['a bad setting', { PORT: 'eighty' }, 'Bad configuration: PORT must be a port number from 0 to 65535.\n'],
    [
      'live mode without its settings',
      { KOI_MODE: 'live' },
      /^Live mode needs KOI_CONFIG, DATABASE_URL, PUBLIC_ORIGIN, SMTP_URL, MAIL_FROM, KOI_SECRET_KEY, TRON_DEPOSIT_XPUB, TRONGRID_API_KEY and WALLETCONNECT_PROJECT_ID/,
    ],
    [
      'an unwritable directory',
      { DATA_DIR: '/dev/null/koi' },
      /^The data directory \/dev\/null\/koi cannot be written/,
    ],
  ])('reports %s in one sentence', async (_, env, sentence) => {
    const { code, stderr } = await launch({ DATA_DIR: join(dir, 'one'), ...env }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(ONE_SENTENCE)
    expect(stderr).toMatch(sentence)
  })

  it('reports an unreachable database in one sentence, without its password', async () => {
    const DATABASE_URL = `postgres://koi:hunter2@127.0.0.1:${await freePort()}/koi`
    const { code, stdout, stderr } = await launch({ DATABASE_URL, LOG_LEVEL: 'trace' }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(ONE_SENTENCE)
    expect(stderr).toMatch(/^The database at 127\.0\.0\.1:\d+\/koi cannot be reached/)
    expect(stdout + stderr).not.toContain('hunter2')
  })

  it('gives no practice money on a database of real money, and demands the previous key', async () => {
    const data = mkdtempSync(join(dir, 'real-'))
    await fillDataDir(data)
    const on = async <T>(use: (db: OpenDatabase['db']) => Promise<T>): Promise<T> => {
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir: data }, createLogger('silent'))
      try {
        return await use(db)
      } finally {
        await close()
      }
    }
    const watch = { chain: 'tron', final_until: new Date(0), seen_until: new Date(0) }
    await on(async (db) => {
      await migrate(db, seed)
      await openLedgerPlayers(db, 1)
      await db.insertInto('chain_watch').values(watch).execute()
    })
    const refused = await launch({ DATA_DIR: data }).ended
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(ONE_SENTENCE)
    expect(refused.stderr).toContain(
      'has been used with real money, and this start is with practice money: set KOI_MODE and TRON_NETWORK as',
    )
    const entries = await on(async (db) => {
      const found = await db.selectFrom('ledger_transaction').select('id').execute()
      await db.deleteFrom('chain_watch').execute()
      await openSecrets(db, Buffer.alloc(32, 1))
      return found
    })
    expect(entries).toEqual([])
    const other = await launch({ DATA_DIR: data, KOI_SECRET_KEY: '02'.repeat(32) }).ended
    expect(other.code).toBe(1)
    expect(other.stderr).toMatch(/^KOI_SECRET_KEY is not the key that this database was used with/)
  })

  it('reports in one sentence that a database cannot be opened', async () => {
    const data = mkdtempSync(join(dir, 'broken-'))
    writeFileSync(join(data, 'pglite'), 'not a directory')
    const { code, stderr } = await launch({ DATA_DIR: data }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(ONE_SENTENCE)
    expect(stderr).toMatch(/^The database in .* cannot be opened/)
    expect(readdirSync(data).toSorted()).toEqual(['koi.lock', 'pglite'])
  })

  it.each([
    ['start.mjs', ['--port', '3000'], 'npm start'],
    ['build.mjs', ['fast'], 'npm run build'],
    ['dev.mjs', ['--open'], 'npm run dev'],
    ['verify.mjs', ['bets.csv'], 'npm run -s verify'],
    ['signer.mjs', ['--now'], 'npm run signer'],
    ['reconcile.mjs', ['--last', '5'], '--last needs --chain'],
  ])('%s refuses an option that it would ignore', async (script, more, sentence) => {
    const { code, stderr } = await launch({}, [`scripts/${script}`, ...more]).ended
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })

  it('reports in one sentence that Node is too old', async () => {
    const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.18.3"})'
    const { code, stderr } = await launch({}, ['--import', old, 'scripts/start.mjs']).ended
    expect(code).toBe(1)
    expect(stderr).toBe('Koi needs Node 20.19 or newer, and this is 20.18.3: see https://nodejs.org.\n')
  })
})
