import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { API } from '#contract/api.ts'
import type { Coin } from '#contract/coins.ts'
import { FailureSchema } from '#contract/envelope.ts'
import type { Category, GameDetail, GameSummary } from '#contract/games.ts'
import type { Promotion } from '#contract/promotions.ts'
import { accountEndpoints } from '#server/endpoints.ts'
import { crashEndpoints } from '#server/crash/crash.endpoints.ts'
import { createCrash } from '#server/crash/crash.ts'
import { practiceBeacon } from '#server/crash/practice-beacon.ts'
import { createPlayEngine } from '#server/play/play-engine.ts'
import { sealProofEndpoints } from '#server/seal/seals.endpoints.ts'
import { giftWheelEndpoints } from '#server/gifts/gift-wheel.endpoints.ts'
import { freeRoundEndpoints } from '#server/gifts/gifts.endpoints.ts'
import { getProviderGame } from '#contract/provider-games.ts'
import { getLinkedWin } from '#contract/win-links.ts'
import { winLinkEndpoints } from '#server/win-links/win-links.endpoints.ts'
import { playEndpoints } from '#server/play/play.endpoints.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { openSecrets, type Secrets } from '#server/identity/secrets.ts'
import { createApp } from '#server/app.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'
import { readConfig } from '#server/config/config.ts'
import { seed } from '#server/seed.ts'
import type { Database } from '#server/db/tables.ts'
import { openDepositChain, type DepositChain } from '#server/deposits/deposit-chain.ts'
import { createRates } from '#server/rates/rates.ts'
import { depositEndpoints } from '#server/deposits/deposits.endpoints.ts'
import { walletDepositEndpoints } from '#server/wallet-deposits/wallet-deposits.endpoints.ts'
import { createLogger } from '#server/base/logger.ts'
import { watchStatements } from '../../support/watched-database.ts'
import type { TestBackend } from './test-backend.ts'

/** An inline script of the page. */
const BOOT = "document.documentElement.dataset.theme = 'dark'"
/** A day that has a seal. */
const SEALED = '2026-06-01'
const COVER = '<svg xmlns="http://www.w3.org/2000/svg"/>'

export function apiSuite(backend: TestBackend): void {
  describe('the app', () => runApiSuite(backend))
}

function runApiSuite(backend: TestBackend): void {
  let db: Database
  let secrets: Secrets
  let staticDir: string
  let now = Date.parse('2026-06-01T00:00:00Z')
  let lines: string[] = []

  const makeApp = (env: Record<string, string> = {}, database = db) => {
    const config = readConfig(env)
    const clock = () => now
    const limits = createRateLimits(database, clock)
    const rates = createRates({ clock, maxAgeMs: null })
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const rules = config.profile.play
    const play = createPlayEngine({
      db: database,
      secrets,
      clock,
      logger,
      config: config.play,
      rules,
      rates,
    })
    const crash = createCrash({
      db: database,
      secrets,
      clock,
      logger,
      plays: play.shared,
      chainLength: 1_024,
      feed: { publish: () => undefined, follow: () => () => undefined },
      beacon: practiceBeacon({ db: database, clock }),
    })
    return createApp({
      db: database,
      config,
      staticDir,
      logger,
      clock,
      endpoints: [
        ...accountEndpoints({
          db: database,
          secrets,
          limits,
          clock,
          config,
          feed: { publish: () => undefined },
          announceMail: () => {},
        }),
        ...playEndpoints({ db: database, secrets, limits, clock, play, rules }),
        ...freeRoundEndpoints(database, play),
        ...winLinkEndpoints({ db: database, secrets, limits, clock }),
        ...giftWheelEndpoints({ db: database, clock, play, rewards: config.rewards }),
        ...crashEndpoints({ crash, clock }),
        ...sealProofEndpoints({ db: database, secrets }),
        ...depositEndpoints({ db: database, limits, clock, chain, rates }),
        ...walletDepositEndpoints({ db: database, limits, clock, chains: [], rates }),
      ],
    })
  }
  let app: ReturnType<typeof makeApp>
  let chain: DepositChain
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
  const data = async <T>(path: string) => ((await (await get(path)).json()) as { data: T }).data

  beforeAll(async () => {
    db = await backend.fresh()
    chain = await openDepositChain(db, readConfig({}).tron, () => now)
    secrets = await openSecrets(db, null)
    const seal = { day: SEALED, text: '{}', kid: 'k', signature: Buffer.alloc(64), secret: Buffer.alloc(32) }
    await db
      .insertInto('seal')
      .values({ ...seal, at: new Date(now) })
      .execute()
    staticDir = mkdtempSync(join(tmpdir(), 'koi-static-'))
    mkdirSync(join(staticDir, 'covers'))
    writeFileSync(
      join(staticDir, 'index.html'),
      `<!doctype html><title>Koi</title><script data-en-us="/a.js">${BOOT}</script><script type="module" src="/b.js"></script>`,
    )
    writeFileSync(join(staticDir, 'covers/dice.svg'), COVER)
    mkdirSync(join(staticDir, 'assets'))
    for (const name of ['assets/app-1.js', 'assets/app-1.css', 'sw.js']) {
      writeFileSync(join(staticDir, name), '/* */')
    }
  })
  afterAll(() => rmSync(staticDir, { recursive: true, force: true }))
  beforeEach(() => {
    lines = []
    app = makeApp()
  })

  describe('the contract', () => {
    // A link of a win has to be made first, and a game of others configured: their suites do that.
    const later: readonly string[] = [getLinkedWin.path, getProviderGame.path]
    const open = API.filter(
      ({ method, access, query, path }) =>
        method === 'GET' && access === 'public' && !query && !later.includes(path),
    )
    it.each(open.map((endpoint) => [endpoint.path, endpoint] as const))(
      '%s answers as declared',
      async (_, endpoint) => {
        const path = endpoint.path.replace(':slug', 'keno').replace(':period', 'week').replace(':day', SEALED)
        const response = await get(API_BASE + path)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
        const body: unknown = await response.json()
        // Parsing drops undeclared fields, so equality shows that there were no others.
        expect(v.parse(v.object({ data: endpoint.data }), body)).toEqual(body)
      },
    )

    const ofPlayers = API.filter(({ access }) => access === 'player')
    it.each(ofPlayers.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      '%s asks for a session before it checks anything else',
      async (_, { method, path }) => {
        const ask = async (headers: Record<string, string>) => {
          const response = await app.request(API_BASE + path, { method, headers })
          return { status: response.status, ...v.parse(FailureSchema, await response.json()) }
        }
        expect(await ask({})).toMatchObject({ status: 401, code: 'unauthorized' })
        const dead = await ask({ 'access-token': 'x'.repeat(43) })
        expect(dead).toMatchObject({ status: 401, code: 'unauthorized', result: { isLogin: true } })
      },
    )

    const withBody = API.filter(({ access, body }) => access === 'public' && body)
    it.each(withBody.map((endpoint) => [endpoint.path, endpoint] as const))(
      '%s takes only JSON of a limited size',
      async (_, { method, path }) => {
        const send = async (body: string, type = 'application/json') => {
          const at = path.replace(':provider', 'pond').replace(':code', 'wheel')
          const response = await app.request(API_BASE + at, {
            method,
            body,
            headers: { 'content-type': type },
          })
          return v.parse(FailureSchema, await response.json()).code
        }
        expect(await send('{}', 'text/plain')).toBe('unsupported_media_type')
        expect(await send('{')).toBe('bad_request')
        expect(await send('null')).toBe('bad_request')
        expect(await send(JSON.stringify({ email: 'x'.repeat(70_000) }))).toBe('payload_too_large')
      },
    )

    it('throws when an answer does not fit it', async () => {
      await sql`update game set released_at = '-infinity' where slug = 'wheel'`.execute(db)
      const response = await get('/api/games/wheel')
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        code: 'internal',
        message: 'Something went wrong on the server',
      })
      expect(lines.join('')).toContain('"level":"error"')
      await db.transaction().execute(seed)
    })

    it('is published as OpenAPI', async () => {
      const response = await get('/api/openapi.json')
      expect(response.status).toBe(200)
      const document = (await response.json()) as { openapi: string; paths: object }
      expect(document.openapi).toBe('3.1.0')
      expect(Object.keys(document.paths)).toContain('/games/{slug}')
      expect((await app.request('/api/openapi.json', { method: 'PUT' })).status).toBe(405)
    })
  })

  describe('the catalogue', () => {
    it("lists Koi's own games, all of them playable", async () => {
      const games = await data<GameSummary[]>('/api/games')
      expect(games.map(({ slug }) => slug)).toEqual(ORIGINALS.map(({ slug }) => slug))
      expect(games.filter(({ status }) => status !== 'playable')).toEqual([])
      expect(games.filter(({ live }) => live).map(({ slug }) => slug)).toEqual(['crash'])
      expect(games.every(({ provider }) => provider === 'koi-originals')).toBe(true)
    })

    it('answers several calls in one, as the first pages need them, with the same data', async () => {
      const games = await data<GameSummary[]>('/api/games')
      const each = games.map(({ slug }) => data<GameDetail>(`/api/games/${slug}`))
      expect(await data<GameDetail[]>('/api/games-in-full')).toEqual(await Promise.all(each))
    })

    it('gives a cover an address with its hash when the file is known', async () => {
      const [dice, mines] = await data<GameSummary[]>('/api/games')
      expect(dice?.cover).toBe(`/covers/dice.svg?v=${contentHash(COVER).slice(0, 8)}`)
      expect(mines?.cover).toBe('/covers/mines.svg')
      const cover = await get(dice?.cover ?? '')
      expect(cover.headers.get('cache-control')).toContain('immutable')
    })

    it('lists categories in menu order, each with its games', async () => {
      const categories = await data<Category[]>('/api/categories')
      const order = ['trending', 'new', 'originals', 'instant', 'cards', 'live', 'slots', 'shows']
      expect(categories.map(({ slug }) => slug)).toEqual(order)
      const games = await data<GameSummary[]>('/api/games')
      for (const { slug, gameCount } of categories) {
        expect(gameCount, slug).toBe(games.filter((game) => game.categories.includes(slug)).length)
        expect(gameCount, slug).toBeGreaterThan(0)
      }
    })

    it("shows an operator's change after five seconds, and does not ask the database earlier", async () => {
      const status = async () =>
        (await data<GameSummary[]>('/api/games')).find(({ slug }) => slug === 'dice')?.status
      expect(await status()).toBe('playable')
      await db.updateTable('game').set({ status: 'paused' }).where('slug', '=', 'dice').execute()
      now += 4_900
      expect(await status()).toBe('playable')
      now += 200
      expect(await status()).toBe('paused')
      await db.updateTable('game').set({ status: 'playable' }).where('slug', '=', 'dice').execute()
    })

    it('lists coins in the order of the coin popup', async () => {
      const coins = await data<Coin[]>('/api/coins')
      expect(coins.map(({ symbol, network }) => `${symbol}·${network}`)).toEqual([
        'USDT·TRON',
        'USDT·Ethereum',
        'WIF·Solana',
        'BONK·Solana',
        'USDC·Ethereum',
        'USDB·Blast',
        'SOL·Solana',
        'SCS·Solana',
        'ETH·Ethereum',
      ])
      expect(coins.map(({ listed }) => listed)).toEqual([
        ...[true, true, true, true, true, true],
        ...[false, false, false],
      ])
      const receivable = coins.filter((coin) => coin.receivable).map(({ symbol }) => symbol)
      expect(receivable.sort()).toEqual(['BONK', 'SCS', 'SOL', 'WIF'])
      const sol = coins.find(({ symbol }) => symbol === 'SOL')
      expect(sol?.priceUsd).toBe('434.78')
      expect((1 / Number(sol?.priceUsd)).toFixed(4)).toBe('0.0023')
    })

    it('lists promotions that have not ended', async () => {
      const slugs = async () => (await data<Promotion[]>('/api/promotions')).map(({ slug }) => slug)
      const deposits = ['first-deposit', 'second-deposit']
      const all = [...deposits, 'pond-reels-rounds', 'rakeback', 'referral', 'provably-fair']
      expect(await slugs()).toEqual(all)
      const end = new Date(now + 60_000)
      await db.updateTable('promotion').set({ ends_at: end }).where('slug', '=', 'referral').execute()
      now += 50_000
      expect(await slugs()).toEqual(all)
      now += 10_000
      expect(await slugs()).toEqual(all.filter((slug) => slug !== 'referral'))
      await db.updateTable('promotion').set({ ends_at: null }).where('slug', '=', 'referral').execute()
    })

    it('gives the figures of the deposit bonus', async () => {
      const offers = (await data<Promotion[]>('/api/promotions')).flatMap(({ offer }) => offer ?? [])
      expect(offers.map(({ ordinal }) => ordinal)).toEqual([1, 2])
      expect(offers[0]).toEqual({
        ordinal: 1,
        bonusBps: 18_000,
        minUsd: '10.00',
        maxUsd: '20000.00',
        coin: 'USDB',
        releaseBps: 2_000,
        edgeBps: 100,
        releaseDays: 60,
      })
    })

    it('gives mode, chains and public keys', async () => {
      expect(await data('/api/config')).toMatchObject({
        mode: 'practice',
        chains: [{ name: 'Sepolia' }, { name: 'Blast Sepolia' }],
        play: {
          autoPlay: true,
          instant: true,
          cycleMs: { default: 0, games: {} },
        },
        publicKeys: { walletConnectProjectId: null },
      })
    })
  })

  describe('failures', () => {
    it.each([
      ['an unknown game', '/api/games/roulette', 404, 'not_found'],
      ['an invalid slug', '/api/games/Bad_Slug', 400, 'bad_request'],
      ['a slug that is too long', `/api/games/${'a'.repeat(65)}`, 400, 'bad_request'],
      ['an address with a broken escape', '/api/games/%E0%A4%A', 400, 'bad_request'],
      ['an unknown address', '/api/nothing/here', 404, 'not_found'],
      ['the bare base path', '/api', 404, 'not_found'],
      ['an address with a trailing slash', '/api/games/', 404, 'not_found'],
    ])('refuses %s', async (_, path, status, code) => {
      const response = await get(path)
      expect(response.status).toBe(status)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(v.parse(FailureSchema, await response.json()).code).toBe(code)
    })

    it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s on a path with GET only', async (method) => {
      const response = await app.request('/api/games', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
      expect(v.parse(FailureSchema, await response.json()).code).toBe('method_not_allowed')
    })

    it('reports a database that is gone as unavailable', async () => {
      app = makeApp({}, await backend.openBroken())
      for (const path of ['/api/health', '/api/games', '/api/games/dice']) {
        const response = await get(path)
        expect(response.status, path).toBe(503)
        expect(v.parse(FailureSchema, await response.json()).code).toBe('unavailable')
      }
      expect((await get('/api/config')).status).toBe(200)
      expect((await get('/')).status).toBe(200)
    })

    it('reports the server as not ready when the schema is of another version', async () => {
      await sql`insert into schema_migration (id, name, checksum) values (99, 'future', 'x')`.execute(db)
      const status = async () => (await get('/api/health')).status
      await expect.poll(status, { timeout: 5_000 }).toBe(503)
      await db.deleteFrom('schema_migration').where('id', '=', 99).execute()
      await expect.poll(status, { timeout: 5_000 }).toBe(200)
    })

    it('asks the database for its health once a second for all callers', async () => {
      let looks = 0
      const watched = watchStatements(db, () => (looks += 1))
      app = makeApp({}, watched)
      looks = 0
      expect((await get('/api/health')).status).toBe(200)
      const once = looks
      expect(once).toBeGreaterThan(0)
      for (let n = 0; n < 3; n++)
        await Promise.all(Array.from({ length: 20 }, async () => get('/api/health')))
      expect(looks).toBe(once)
      await expect.poll(async () => (await get('/api/health'), looks), { timeout: 5_000 }).toBe(2 * once)
      // Failures are shared, too.
      const broken = await backend.openBroken()
      app = makeApp({}, broken)
      const answers = await Promise.all(Array.from({ length: 5 }, async () => get('/api/health')))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503))
      await broken.destroy()
    })
  })

  describe('HTTP', () => {
    it('tags answers, and sends no body that the client has', async () => {
      const first = await get('/api/games')
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      expect(first.headers.get('cache-control')).toBe('no-cache')
      expect(first.headers.get('vary')).toBe('Accept-Encoding')
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const second = await get('/api/games', { 'if-none-match': tag })
        expect(second.status, tag).toBe(304)
        expect(await second.text()).toBe('')
        expect(second.headers.get('etag')).toBe(etag)
      }
      expect((await get('/api/games', { 'if-none-match': '"other"' })).status).toBe(200)
    })

    it('compresses in an encoding that the client reads', async () => {
      const plain = Buffer.from(await (await get('/api/games')).arrayBuffer())
      const br = await get('/api/games', { 'accept-encoding': 'gzip, deflate, br' })
      const gzip = await get('/api/games', { 'accept-encoding': 'gzip, br;q=0' })
      expect(br.headers.get('content-encoding')).toBe('br')
      expect(gzip.headers.get('content-encoding')).toBe('gzip')
      expect(brotliDecompressSync(await br.arrayBuffer())).toEqual(plain)
      expect(gunzipSync(await gzip.arrayBuffer())).toEqual(plain)
      // A strong tag names exact bytes, so each encoding has its own.
      expect(br.headers.get('etag')).not.toBe(gzip.headers.get('etag'))
    })

    it('answers HEAD with headers only', async () => {
      const response = await app.request('/api/games', { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000)
      expect(await response.text()).toBe('')
    })

    it.each(['/api/games', '/api/nothing', '/api/games/Bad_Slug', '/', '/games', '/sw.js', '/missing.png'])(
      'sends the security headers with %s',
      async (path) => {
        const { headers } = await get(path)
        expect(headers.get('content-security-policy')).toBe(
          `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(BOOT).digest('base64')}'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'none'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
        )
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('permissions-policy')).toContain('camera=()')
        expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
        expect(headers.get('strict-transport-security')).toBeNull()
        expect(headers.get('x-powered-by')).toBeNull()
      },
    )

    it.each([
      ['/covers/dice.svg', 200],
      ['/assets/app-1.js', 200],
      ['/assets/app-1.css', 200],
      ['/assets/no.js', 404],
    ])("sends %s with the headers of a page's file, which let nothing run", async (path, expected) => {
      const { status, headers } = await get(path)
      expect(status).toBe(expected)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toBeNull()
    })

    it('demands https only behind a trusted proxy', async () => {
      const https = { 'x-forwarded-proto': 'https' }
      expect((await get('/', https)).headers.get('strict-transport-security')).toBeNull()
      app = makeApp({ TRUST_PROXY: '1' })
      expect((await get('/', https)).headers.get('strict-transport-security')).toMatch(/^max-age=63072000/)
      expect((await get('/', https)).headers.get('content-security-policy')).toContain(
        'upgrade-insecure-requests',
      )
      expect((await get('/')).headers.get('strict-transport-security')).toBeNull()
      app = makeApp({ PUBLIC_ORIGIN: 'https://koi.example' })
      const own = await get('/', { host: 'koi.example' })
      expect(own.headers.get('strict-transport-security')).toMatch(/^max-age/)
    })
  })

  describe('the log', () => {
    it('has one line for each request, with the id of the answer', async () => {
      const response = await get('/api/games')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 'info',
        method: 'GET',
        path: '/api/games',
        status: 200,
        requestId: response.headers.get('x-request-id'),
      })
    })

    it('takes a well-formed id from the request, and no other', async () => {
      const id = 'edge-7f3a.01'
      expect((await get('/api/config', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
      const forged = 'a"}\n{"level":"fatal'.replace('\n', ' ')
      const made = (await get('/api/config', { 'x-request-id': forged })).headers.get('x-request-id')
      expect(made).toMatch(/^[0-9a-f]{12}$/)
    })

    it('has no secrets', async () => {
      await get('/api/games?token=secret-1&password=secret-2', {
        'access-token': 'secret-3',
        authorization: 'Bearer secret-4',
        cookie: 'sid=secret-5',
      })
      expect(lines.join('')).not.toContain('secret')
    })
  })
}
