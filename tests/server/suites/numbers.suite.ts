import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { createCallTurns } from '#server/http/call-turns.ts'
import { keepAlarms, readAlarms } from '#server/jobs/kept-alarms.ts'
import { createScrape } from '#server/system/scrape.ts'
import { makeAccountApp } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'

const TOKEN = 'carp-in-the-quiet-pond'
const EVM = 'evm-11155111-practice'

/** Sum of the figures of a name that have these labels; undefined if there are none. */
function figure(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
  const found = text.split('\n').filter((line) => {
    const [series = ''] = line.split(' ')
    const isNamed = series === name || series.startsWith(`${name}{`)
    return isNamed && Object.entries(labels).every(([label, value]) => series.includes(`${label}="${value}"`))
  })
  return found.length === 0
    ? undefined
    : found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

class HangingDriver extends DummyDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    return new Promise(() => {})
  }
}

const hangingDatabase = (): Database =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new HangingDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export function numbersSuite(backend: TestBackend): void {
  describe('the figures', () => {
    let db: Database
    const scrapeOf = (on: Database) =>
      createScrape({
        db: on,
        clock: Date.now,
        turns: createCallTurns(),
        chains: [EVM],
        arePricesRead: true,
      })
    const open = async (env: Record<string, string> = { METRICS_TOKEN: TOKEN }) =>
      makeAccountApp(db, { env, scrape: scrapeOf(db) })
    beforeAll(async () => {
      db = await backend.fresh()
    })

    it('count calls by route and status, and refusals by code', async () => {
      const { app, call } = await open()
      const authorization = { authorization: `Bearer ${TOKEN}` }
      const read = async () =>
        (await app.request('http://localhost/metrics', { headers: authorization })).text()
      const games = { method: 'GET', route: '/api/games/:slug' }
      const countOf = (text: string, status: string) =>
        figure(text, 'koi_http_request_duration_seconds_count', { ...games, status }) ?? 0
      const before = await read()
      for (const slug of ['dice', 'keno', 'nowhere']) await call('GET', `/games/${slug}`)
      const after = await read()
      expect(countOf(after, '2xx') - countOf(before, '2xx')).toBe(2)
      expect(countOf(after, '4xx') - countOf(before, '4xx')).toBe(1)
      const refusals = (text: string) => figure(text, 'koi_refusals_total', { code: 'not_found' }) ?? 0
      expect(refusals(after) - refusals(before)).toBe(1)
      expect(figure(after, 'koi_http_requests_in_flight')).toBe(1)
    })

    it('have no label of an address that somebody makes up', async () => {
      const { app } = await open()
      for (const path of ['/api/kraken-1', '/kraken-2', '/api/games/kraken-3', '/api/games?q=kraken-4'])
        await app.request(`http://localhost${path}`)
      await app.request('http://localhost/api/games', { method: 'KRAKEN' })
      expect(await scrapeOf(db)()).not.toMatch(/kraken/i)
    })

    it('are given to who has the token, and to nobody without one', async () => {
      const { app } = await open()
      const status = async (authorization?: string, of = app) =>
        (
          await of.request('http://localhost/metrics', {
            headers: { ...(authorization && { authorization }) },
          })
        ).status
      expect(await status()).toBe(401)
      expect(await status(`Bearer ${TOKEN}x`)).toBe(401)
      expect(await status(`Bearer ${TOKEN}`)).toBe(200)
      // Elsewhere the address is one that leads nowhere.
      const elsewhere: Record<string, string>[] = [{}, { METRICS_TOKEN: TOKEN, METRICS_PORT: '9464' }]
      for (const env of elsewhere) {
        const other = (await open(env)).app
        const nowhere = await other.request('http://localhost/no-such-page')
        expect(await status(`Bearer ${TOKEN}`, other)).toBe(nowhere.status)
      }
    })

    it('tell what the database knows', async () => {
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
      const watched = { final_until: ago(60), seen_until: ago(60), head_block: '120', final_block: '110' }
      const chains = [EVM, 'evm-1']
      await db.deleteFrom('chain_watch').where('chain', 'in', chains).execute()
      await db
        .insertInto('chain_watch')
        .values(chains.map((chain) => ({ chain, ...watched, head_at: ago(40), checked_at: ago(20) })))
        .execute()
      await db
        .insertInto('evm_position')
        .values({ chain: EVM, block: '105', hash: `0x${'5a'.repeat(32)}` })
        .execute()
      const mail = { recipient: 'kai@koi.example', kind: 'news' as const, sealed: Buffer.alloc(1) }
      await db
        .insertInto('mail')
        .values(
          [900, 90].map((s) => ({ ...mail, queued_at: ago(s), next_try_at: ago(0), give_up_at: ago(-900) })),
        )
        .execute()
      const text = await scrapeOf(db)()
      const near = (name: string, labels: Readonly<Record<string, string>>, seconds: number) => {
        expect(figure(text, name, labels)).toBeGreaterThanOrEqual(seconds - 1)
        expect(figure(text, name, labels)).toBeLessThan(seconds + 30)
      }
      expect(figure(text, 'koi_database_figures_read')).toBe(1)
      near('koi_chain_head_age_seconds', { chain: EVM }, 40)
      near('koi_chain_round_age_seconds', { chain: EVM }, 20)
      expect(figure(text, 'koi_chain_unread_blocks', { chain: EVM })).toBe(5)
      // The chain is not configured any more: nobody reads it, and nobody should be called.
      expect(figure(text, 'koi_chain_head_age_seconds', { chain: 'evm-1' })).toBeUndefined()
      near('koi_queue_oldest_seconds', { queue: 'mail' }, 900)
      expect(figure(text, 'koi_queue_oldest_seconds', { queue: 'push' })).toBe(0)
      expect(figure(text, 'koi_price_age_seconds', { coin: 'usdt-tron' })).toBeGreaterThan(0)
    })

    it('are told while the database hangs, without those that it knows', async () => {
      await scrapeOf(db)()
      const scrape = scrapeOf(hangingDatabase())
      const startedAt = performance.now()
      const [first, second] = await Promise.all([scrape(), scrape()])
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      for (const text of [first, second]) {
        expect(figure(text, 'koi_database_figures_read')).toBe(0)
        expect(figure(text, 'koi_chain_head_age_seconds')).toBeUndefined()
        expect(figure(text, 'nodejs_eventloop_lag_seconds')).toBeDefined()
      }
    })

    it('count each alarm of the log, and all processes know it', async () => {
      const lines: string[] = []
      const logger = createLogger('fatal', { write: (line) => void lines.push(line) })
      const stop = keepAlarms(db)
      const key = {
        alarm: 'test_squid',
        depth: 7n,
        token: 'hush',
        err: new Error('postgres://a:hush@b is away'),
      }
      logger.child({ requestId: 'r' }).error(key, 'a squid is seen')
      logger.warn({ ...key, depth: 9n }, 'a squid is seen')
      logger.error('a line without an alarm')
      await stop()
      expect(lines).toEqual([])
      expect(figure(await scrapeOf(db)(), 'koi_alarms_total', { alarm: 'test_squid' })).toBe(2)
      const again = keepAlarms(db)
      logger.error({ alarm: 'test_squid', depth: 11n }, 'a squid is seen')
      await again()
      const [told] = (await readAlarms(db)).filter(({ alarm }) => alarm === 'test_squid')
      expect(told).toMatchObject({ message: 'a squid is seen', count: 3, details: '{"depth":"11"}' })
      expect(JSON.stringify(await readAlarms(db))).not.toContain('hush')
      expect(told?.firstAt).toBeLessThanOrEqual(told?.lastAt ?? 0)
    })
  })
}
