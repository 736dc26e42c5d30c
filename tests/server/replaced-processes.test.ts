import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { COIN, openBettors, type Bettor } from '../bench/bets/players.ts'
import { faultsOf } from '../support/books.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PLAYERS = 24
const STREAMS = 8
const PAUSE_MS = 20
/** Each server is replaced so often. */
const ROUNDS = 3

describe.skipIf(NGINX === undefined)('two servers behind nginx (needs nginx)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koi-replaced-'))
  const servers: ChildProcess[] = []
  let postgres: TestPostgres
  let database: OpenDatabase
  let dist: string
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let origin: string

  beforeAll(async () => {
    dist = ensureBuild()
    postgres = await startPostgres()
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, createLogger('silent'))
    await migrate(database.db, seed)
    for (const n of [1, 2]) servers.push(await startServer(n))
    const port = await freePort()
    nginx = await startNginx(folder, port)
    origin = `http://127.0.0.1:${port}`
  }, 300_000)
  afterAll(async () => {
    await nginx.stop()
    await Promise.all(servers.map(stopServer))
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Resolves when it is ready, as a service manager waits for it. */
  async function startServer(n: number): Promise<ChildProcess> {
    mkdirSync(join(folder, `${n}`), { recursive: true })
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
      DATABASE_URL: postgres.url,
      DATABASE_CONNECTIONS: '12',
      DATA_DIR: join(folder, `data-${n}`),
      SOCKET: join(folder, `${n}`, 'koi.sock'),
    }
    const server = spawn(process.execPath, [join(dist, 'server', 'main.js')], {
      env,
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const asked = spawn(process.execPath, [join(ROOT, 'scripts', 'health.mjs'), '--wait', '60'], {
      env,
      stdio: 'ignore',
    })
    const [code] = (await once(asked, 'exit')) as [number]
    if (code !== 0) throw new Error(`Server ${n} did not become ready`)
    return server
  }

  async function stopServer(server: ChildProcess): Promise<void> {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }

  it('lose no call and no bet while one after the other is replaced', { timeout: 300_000 }, async () => {
    const bettors = await openBettors(database.db, PLAYERS)
    const statuses = new Map<string, number>()
    const acknowledged = new Map<string, number>()
    let isOver = false

    async function call(name: string, path: string, { token }: Bettor, body?: object): Promise<Response> {
      const response = await fetch(`${origin}/api${path}`, {
        headers: { 'Access-Token': token, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const key = `${name} ${response.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
      return response
    }
    async function play(bettor: Bettor): Promise<void> {
      const { uid, game, params } = bettor
      while (!isOver) {
        const idempotencyKey = crypto.randomUUID()
        const answer = await call('bet', '/bets', bettor, {
          idempotencyKey,
          game,
          params,
          coin: COIN,
          stake: '0.1',
        })
        if (answer.ok) acknowledged.set(idempotencyKey, uid)
        await answer.arrayBuffer()
        await (await call('read', '/balances', bettor)).arrayBuffer()
        await sleep(PAUSE_MS)
      }
    }
    /** Opens a stream again as often as it ends, as the app does. */
    async function listen(bettor: Bettor): Promise<void> {
      while (!isOver) {
        const answer = await call('stream', '/live?topics=balances', bettor)
        for await (const _ of answer.body ?? []) if (isOver) break
      }
    }

    const load = [...bettors.map(play), ...bettors.slice(0, STREAMS).map(listen)]
    await sleep(1_000)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const n of [1, 2]) {
        const before = acknowledged.size
        const [server] = servers.splice(n - 1, 1)
        if (server) await stopServer(server)
        servers.splice(n - 1, 0, await startServer(n))
        await sleep(500)
        expect(acknowledged.size, 'bets go on').toBeGreaterThan(before)
      }
    }
    isOver = true
    await Promise.all(load)

    const lost = [...statuses.keys()].filter((key) => !key.endsWith(' 200'))
    expect(lost.map((key) => `${key}: ${statuses.get(key)} times\n${nginx.log()}`)).toEqual([])
    expect(statuses.get('stream 200')).toBeGreaterThan(STREAMS)
    const rows = await database.db.selectFrom('bet').select(['key', 'account_id']).execute()
    expect(new Map(rows.map(({ key, account_id }) => [key, account_id]))).toEqual(acknowledged)
    expect(rows).toHaveLength(acknowledged.size)
    expect(await faultsOf(database.db)).toEqual([])
  })
})
