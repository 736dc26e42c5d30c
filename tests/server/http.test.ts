import { Hono } from 'hono'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { FailureSchema } from '#contract/envelope.ts'
import { LIVE_PATH } from '#contract/live.ts'
import { listCoins } from '#contract/coins.ts'
import { listCategories, listProviders } from '#contract/games.ts'
import { logout } from '#contract/user.ts'
import { mountAvatars } from '#server/accounts/avatar.endpoints.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { BALANCE_NEWS } from '#server/balances/balance-news.ts'
import { DEPOSIT_NEWS } from '#server/deposits/deposit-news.ts'
import { createFeed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { createLive } from '#server/live/live.ts'
import { mountLive } from '#server/live/live.endpoints.ts'
import { MESSAGE_NEWS } from '#server/messages/message-news.ts'
import { WITHDRAWAL_NEWS } from '#server/withdrawals/withdrawal-news.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import { toRefusal } from '#server/http/refusal-response.ts'
import { createMemoryLimits } from '#server/http/minute-limits.ts'
import { createCallTurns, createTurnOf } from '#server/http/call-turns.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import { callerOf } from '#server/http/caller.ts'
import { chooseEncoding } from '#server/http/content-encoding.ts'
import { mountEndpoints, served } from '#server/http/mount-endpoint.ts'
import { requestLog, type RequestVariables } from '#server/http/request-log.ts'
import { limitCallsInFlight } from '#server/http/calls-in-flight.ts'
import { createTokenPlayers } from '#server/identity/token-players.ts'
import { createLogger } from '#server/base/logger.ts'
import type { ChainNode } from '#server/chains/chain-node.ts'
import { openWallets, WALLET_CALLS_PER_MINUTE } from '#server/wallets/wallets.endpoints.ts'

const STREAM = `${API_BASE}${LIVE_PATH}?topics=deposits`
const b = Buffer.from('x')
const ALL = { plain: b, br: b, gzip: b }

describe('the choice of encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['GZIP;q=0.5, BR;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', null],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', null],
    ['zstd, deflate', null],
  ])('%s', (accept, encoding) => {
    expect(chooseEncoding(accept, ALL)).toBe(encoding)
  })

  it('never picks an encoding that the file lacks', () => {
    expect(chooseEncoding('br, gzip', { plain: b, gzip: b })).toBe('gzip')
    expect(chooseEncoding('br, gzip', { plain: b })).toBeNull()
  })
})

describe('the answer cache', () => {
  it('makes an answer once for all callers until it is too old', async () => {
    let now = 0
    let made = 0
    const cache = createAnswerCache<number>(() => now, 5_000)
    const get = () => cache.get('a', async () => ++made)
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
    now = 4_999
    expect(await get()).toBe(1)
    now = 5_000
    expect(await get()).toBe(2)
  })

  it('does not keep a failure', async () => {
    const cache = createAnswerCache<string>(() => 0, 5_000)
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.get('a', async () => 'yes')).toBe('yes')
  })

  it('does not exceed its size', async () => {
    const cache = createAnswerCache<number>(() => 0, 5_000)
    let made = 0
    for (let i = 0; i < 3_000; i++) await cache.get(`slug-${i}`, async () => ++made)
    await cache.get('slug-0', async () => ++made)
    expect(made).toBe(3_001)
  })
})

describe('a thrown value becomes the right answer:', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code })

  it.each([
    ['a refused connection', withCode('ECONNREFUSED'), 'unavailable'],
    ['a server that stops', withCode('57P01'), 'unavailable'],
    ['a statement that took too long', withCode('57014'), 'unavailable'],
    ['a deadlock of two calls', withCode('40P01'), 'unavailable'],
    ['a full disk', withCode('53100'), 'unavailable'],
    ['a full disk below PGlite', withCode('ENOSPC'), 'unavailable'],
    ['no memory', withCode('53200'), 'unavailable'],
    ['no connection left', withCode('53300'), 'unavailable'],
    ['a connection that broke', withCode('08006'), 'unavailable'],
    ['a locked row', withCode('55P03'), 'unavailable'],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 'unavailable'],
    ['all addresses refused', new AggregateError([withCode('ECONNREFUSED')]), 'unavailable'],
    ['a wrong query', withCode('42703'), 'internal'],
    ['a bug', new TypeError('x is not a function'), 'internal'],
    ['anything', 'text', 'internal'],
  ])('%s', (_, error, code) => {
    const failure = toRefusal(error)
    expect(failure.code).toBe(code)
    expect(failure.cause).toBe(error)
  })
})

describe('a call that takes too long', () => {
  afterEach(() => void vi.useRealTimers())

  // Shorter than the app's own timeout of 6 s, after which nobody would see the reason.
  it.each([
    ['while its session is read', 60_000, 0],
    ['while it is handled', 0, 60_000],
    ['with both together', 4_000, 4_000],
  ])('is answered within 5 s %s', async (_, sessionMs, handlerMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const app = new Hono<{ Variables: RequestVariables }>()
    app.use(requestLog(createLogger('silent')))
    const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
    mountEndpoints(app, [served(logout, { handle: () => pause(handlerMs).then(() => ({})) })], {
      clock: Date.now,
      trustProxy: false,
      players: createTokenPlayers(),
      turns: createCallTurns(),
      authenticate: () => pause(sessionMs).then(() => ({ id: 'session', uid: 1 })),
    })
    const { method, path } = logout
    const headers = { 'access-token': 'any', 'content-type': 'application/json' }
    let response: Response | undefined
    void Promise.resolve(app.request(API_BASE + path, { method, headers, body: '{}' })).then(
      (answer) => (response = answer),
    )
    for (let passed = 0; passed < 5_100; passed += 100) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise(setImmediate)
    }
    expect(response?.status).toBe(503)
    expect(v.parse(FailureSchema, await response?.json()).code).toBe('unavailable')
  })
})

describe('parallel calls of one player', () => {
  const open = () => {
    const app = new Hono<{ Variables: RequestVariables }>()
    const players = createTokenPlayers()
    const waiting: (() => void)[] = []
    const handled: string[] = []
    app.use(requestLog(createLogger('silent')))
    app.use(limitCallsInFlight({ trustProxy: true, playerOf: players.of }))
    app.get(API_BASE + LIVE_PATH, () => new Response(new ReadableStream()))
    app.get('/api/slow', () => new Promise<Response>((done) => waiting.push(() => done(new Response('')))))
    mountEndpoints(
      app,
      [
        served(logout, {
          async handle(_, { session }) {
            handled.push(session.id)
            await new Promise<void>((done) => waiting.push(done))
            return {}
          },
        }),
      ],
      {
        clock: Date.now,
        trustProxy: true,
        players,
        turns: createCallTurns(),
        authenticate: async (token) => ({ id: token, uid: token.length }),
      },
    )
    const call = async (token: string, from = '203.0.113.7') =>
      app.request(API_BASE + logout.path, {
        method: logout.method,
        headers: { 'access-token': token, 'content-type': 'application/json', 'x-forwarded-for': from },
        body: '{}',
      })
    const settle = () => new Promise((done) => setTimeout(done, 20))
    const finishAll = async () => {
      do {
        for (const finish of waiting.splice(0)) finish()
        await settle()
      } while (waiting.length > 0)
    }
    return { app, call, handled, settle, finishAll, waiting }
  }

  it('are limited, and never keep another player from a turn', async () => {
    const { call, handled, settle, finishAll } = open()
    const known = call('hog')
    await settle()
    await finishAll()
    expect((await known).status).toBe(200)
    const calls = Array.from({ length: 100 }, () => call('hog'))
    await settle()
    expect(handled.slice(1)).toEqual(['hog', 'hog'])
    const fair = call('a fair one', '203.0.113.8')
    await settle()
    expect(handled.at(-1)).toBe('a fair one')
    await finishAll()
    expect((await fair).status).toBe(200)
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(60)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(v.parse(FailureSchema, await refused[0]?.json()).code).toBe('rate_limited')
  })

  it('do not include open streams, and one address may have those of many players', async () => {
    const { app, call, handled, settle, finishAll } = open()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const streams = []
    for (let n = 0; n < 400; n++) streams.push(await app.request(STREAM, { headers }))
    const calls = Array.from({ length: 301 }, (_, n) => call('x'.repeat(n + 1)))
    await settle()
    expect(handled.length).toBeGreaterThan(0)
    await finishAll()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    for (const { status, body } of streams) {
      expect(status).toBe(200)
      await body?.cancel()
    }
  })

  it('include the opening of a stream', async () => {
    const { app, settle, finishAll } = open()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const slow = Array.from({ length: 300 }, async () => app.request('/api/slow', { headers }))
    await settle()
    expect((await app.request(STREAM, { headers })).status).toBe(429)
    await finishAll()
    await Promise.all(slow)
    expect((await app.request(STREAM, { headers })).status).toBe(200)
  })
})

describe('the queue of a call', () => {
  it('is that of its player, of its address, or the common one for cached answers', async () => {
    const taken: string[] = []
    const app = new Hono<{ Variables: RequestVariables }>()
    app.use(requestLog(createLogger('silent')))
    const players = createTokenPlayers()
    players.remember('known', 7)
    const list = [
      served(logout, { handle: async () => ({}) }),
      served(listCategories, { keepMs: 5_000, handle: async () => [] }),
      served(listProviders, { keepMs: 5_000, needsNoTurn: true, handle: async () => [] }),
      served(listCoins, { handle: async () => [] }),
    ]
    mountEndpoints(app, list, {
      clock: Date.now,
      trustProxy: true,
      players,
      turns: { take: async (key) => (taken.push(key), () => {}), load: () => ({ taken: 0, waiting: 0 }) },
      authenticate: async () => ({ id: 'session', uid: 7 }),
    })
    for (const { endpoint } of list) {
      const isPost = endpoint.method === 'POST'
      const { status } = await app.request(API_BASE + endpoint.path, {
        method: endpoint.method,
        headers: {
          'access-token': 'known',
          'x-forwarded-for': '203.0.113.7',
          ...(isPost && { 'content-type': 'application/json' }),
        },
        ...(isPost && { body: '{}' }),
      })
      expect([endpoint.path, status]).toEqual([endpoint.path, 200])
    }
    expect(taken).toEqual(['player 7', 'kept', 'address 203.0.113.7'])
  })

  it('is not blocked by a call that waits for data', async () => {
    const app = new Hono<{ Variables: RequestVariables }>()
    app.use(requestLog(createLogger('silent')))
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const list = [
      served(listCoins, { ready: () => begun, handle: async () => [] }),
      served(listCategories, { handle: async () => [] }),
    ]
    mountEndpoints(app, list, {
      clock: Date.now,
      trustProxy: true,
      players: createTokenPlayers(),
      turns: createFairTurns({ atOnce: 1, perKey: () => 1, waiting: 9, waitMs: 200 }),
      authenticate: async () => null,
    })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const waiting = app.request(API_BASE + listCoins.path, { headers })
    expect((await app.request(API_BASE + listCategories.path, { headers })).status).toBe(200)
    begin()
    expect((await waiting).status).toBe(200)
  })
})

describe('an unknown path, while all turns are taken', () => {
  const asked: string[] = []
  const db = new Proxy({} as Database, {
    get: (_, name) => {
      asked.push(String(name))
      throw new Error('down')
    },
  })
  const logger = createLogger('silent')
  const node: ChainNode = {
    request: async (method) => {
      asked.push(method)
      return '0x1'
    },
  }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const token = { 'access-token': 'x'.repeat(43) }

  it.each([
    ['a stream of deposits', STREAM, { headers: token }],
    ['a picture', `${API_BASE}/avatars/${'a'.repeat(32)}.webp`, {}],
    ['a practice chain', `${API_BASE}/rpc/1`, { method: 'POST', body: call }],
  ])('asks the database nothing for %s', async (_, path, init) => {
    const turns = createFairTurns({ atOnce: 1, perKey: () => 1, waiting: 10, waitMs: 20 })
    const turnOf = createTurnOf({ turns, players: createTokenPlayers(), trustProxy: false })
    const app = new Hono<{ Variables: RequestVariables }>()
    app.use(requestLog(logger))
    const clock = () => 0
    const topics = {
      balances: BALANCE_NEWS,
      deposits: DEPOSIT_NEWS,
      withdrawals: WITHDRAWAL_NEWS,
      messages: MESSAGE_NEWS,
    }
    const feed = await createFeed(memoryLine(), { logger })
    mountLive(app, createLive({ db, feed, topics, clock, logger }), turnOf, { trustProxy: false })
    mountAvatars(app, db, turnOf)
    const config = { ...readConfig({}), trustProxy: false }
    const limits = createMemoryLimits(WALLET_CALLS_PER_MINUTE)
    openWallets({ config, limits, clock, logger, practiceNodes: new Map([[1, node]]) }).mount(app, turnOf)
    asked.length = 0
    const end = await turns.take('another')
    expect((await app.request(path, init)).status).toBe(503)
    expect(asked).toEqual([])
    end()
    await app.request(path, init)
    expect(asked).toHaveLength(1)
    // The turn was given back.
    ;(await turns.take('another'))()
  })

  it('waits in the queue of its player, or of its address', async () => {
    const taken: string[] = []
    const players = createTokenPlayers()
    players.remember('known', 7)
    const turnOf = createTurnOf({
      turns: { take: async (key) => (taken.push(key), () => {}), load: () => ({ taken: 0, waiting: 0 }) },
      players,
      trustProxy: true,
    })
    const app = new Hono<{ Variables: RequestVariables }>()
    app.get('/', async (c) => c.text(await turnOf(c).run(async () => 'done')))
    for (const token of ['known', 'unknown']) {
      await app.request('/', { headers: { 'access-token': token, 'x-forwarded-for': '203.0.113.7' } })
    }
    expect(taken).toEqual(['player 7', 'address 203.0.113.7'])
  })
})

describe('the player of a token', () => {
  it('is remembered for half a minute after the session was last valid', () => {
    let now = 0
    const players = createTokenPlayers(() => now)
    players.remember('token', 7)
    now = 20_000
    players.remember('token', 7)
    now = 49_999
    expect(players.of('token')).toBe(7)
    now = 50_000
    expect(players.of('token')).toBeUndefined()
  })

  it('is forgotten first if unused for longest', () => {
    const players = createTokenPlayers(() => 0)
    players.remember('busy', 1)
    players.remember('idle', 2)
    for (let n = 0; n < 19_998; n++) players.remember(`${n}`, n)
    players.remember('busy', 1)
    players.remember('one more', 3)
    expect([players.of('busy'), players.of('idle')]).toEqual([1, undefined])
  })
})

describe('the address of the caller', () => {
  const seen = async (forwarded: string, trustProxy = true) => {
    const app = new Hono()
    app.get('/', (c) => c.text(callerOf(c, createLogger('silent'), trustProxy).address))
    return (await app.request('/', { headers: { 'x-forwarded-for': forwarded } })).text()
  }

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    // Only the last address was written by the proxy.
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ["'; drop table account; --", 'unknown'],
  ])('%s', async (forwarded, address) => {
    expect(await seen(forwarded)).toBe(address)
  })

  it('ignores the header when no proxy is trusted', async () => {
    expect(await seen('203.0.113.7', false)).toBe('unknown')
  })
})
