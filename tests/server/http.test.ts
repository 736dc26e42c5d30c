import { Hono } from 'hono'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { FailureSchema } from '#contract/envelope.ts'
import { logout } from '#contract/user.ts'
import { createAnswerCache } from '#server/http/answer-cache.ts'
import { toApiFailure } from '#server/http/api-failure.ts'
import { callerOf } from '#server/http/caller.ts'
import { chooseEncoding } from '#server/http/content-encoding.ts'
import { mountEndpoints, served } from '#server/http/mount-endpoint.ts'
import { requestLog, type RequestVariables } from '#server/http/request-log.ts'
import { createTokenPlayers } from '#server/http/token-players.ts'
import { createLogger } from '#server/logger.ts'

const b = Buffer.from('x')
const ALL = { plain: b, br: b, gzip: b }

describe('choice of encoding', () => {
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

  it('never one the body does not have', () => {
    expect(chooseEncoding('br, gzip', { plain: b, gzip: b })).toBe('gzip')
    expect(chooseEncoding('br, gzip', { plain: b })).toBeNull()
  })
})

describe('answer cache', () => {
  it('makes an answer once, for all who ask at the same time and until it is old', async () => {
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

  it('keeps no failure', async () => {
    const cache = createAnswerCache<string>(() => 0, 5_000)
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.get('a', async () => 'yes')).toBe('yes')
  })

  it('holds no more than it should', async () => {
    const cache = createAnswerCache<number>(() => 0, 5_000)
    let made = 0
    for (let i = 0; i < 3_000; i++) await cache.get(`slug-${i}`, async () => ++made)
    await cache.get('slug-0', async () => ++made)
    expect(made).toBe(3_001)
  })
})

describe('what a thrown value means to the client', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code })

  it.each([
    ['a refused connection', withCode('ECONNREFUSED'), 'unavailable'],
    ['a server that stops', withCode('57P01'), 'unavailable'],
    ['a statement that took too long', withCode('57014'), 'unavailable'],
    ['two calls that waited for each other', withCode('40P01'), 'unavailable'],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 'unavailable'],
    ['all addresses refused', new AggregateError([withCode('ECONNREFUSED')]), 'unavailable'],
    ['a wrong query', withCode('42703'), 'internal'],
    ['a bug', new TypeError('x is not a function'), 'internal'],
    ['anything', 'text', 'internal'],
  ])('%s', (_, error, code) => {
    const failure = toApiFailure(error)
    expect(failure.code).toBe(code)
    expect(failure.cause).toBe(error)
  })
})

describe('a call that takes too long', () => {
  afterEach(() => void vi.useRealTimers())

  // The app's own client gives up after 6 s, and would not hear the reason.
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

describe('address of the caller', () => {
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
    // Only the last one is the proxy's own word.
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ["'; drop table account; --", 'unknown'],
  ])('%s', async (forwarded, address) => {
    expect(await seen(forwarded)).toBe(address)
  })

  it('is not what the caller says where no proxy is trusted', async () => {
    expect(await seen('203.0.113.7', false)).toBe('unknown')
  })
})
