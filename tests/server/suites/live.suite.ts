import { Hono } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { LIVE_PATH } from '#contract/live.ts'
import { createLogger } from '#server/base/logger.ts'
import { callScope } from '#server/db/call-scope.ts'
import { BALANCE_NEWS } from '#server/balances/balance-news.ts'
import { createDepositNotifier, DEPOSIT_NEWS } from '#server/deposits/deposit-news.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { directStreams } from '#server/http/direct-streams.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { turnOfCall } from '#server/http/turn-of-call.ts'
import { mountLive } from '#server/live/live.endpoints.ts'
import { createLive, type Live } from '#server/live/live.ts'
import { MESSAGE_NEWS } from '#server/messages/message-news.ts'
import { WITHDRAWAL_NEWS } from '#server/withdrawals/withdrawal-news.ts'
import { runRound } from '../../support/deposit-world.ts'
import { giveMoney } from '../../support/books.ts'
import { eventsOf, flowOf, requestFlow } from '../../support/server-events.ts'
import { watchStatements } from '../../support/watched-database.ts'
import { someAddress } from '../../support/tron-grid.ts'
import { openAccountApp, PASSWORD } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'

const SILENT = createLogger('silent')
const TOPICS = {
  balances: BALANCE_NEWS,
  deposits: DEPOSIT_NEWS,
  withdrawals: WITHDRAWAL_NEWS,
  messages: MESSAGE_NEWS,
}

interface Request {
  readonly topics?: string
  readonly method?: string
  readonly from?: string
  readonly after?: string | undefined
}

export function liveSuite(backend: TestBackend): void {
  describe('the live stream', () => {
    let app: Awaited<ReturnType<typeof openAccountApp>>
    let tellDeposits: () => Promise<void>
    let token: string
    let n = 0
    const opened: { stop(): Promise<void> }[] = []

    beforeAll(async () => {
      app = await openAccountApp(backend)
      tellDeposits = createDepositNotifier(app.db, app.feed, app.chain.network.chain)
    })
    beforeEach(async () => {
      token = await app.register(`listener-${++n}@example.test`)
      await app.forgetLimits()
    })
    afterEach(async () => {
      for (const { stop } of opened.splice(0)) await stop()
    })

    const uidOf = async (of: string) => Number((await app.call('GET', '/user/me', { token: of })).data['uid'])
    const listen = (of: string | null = token, { topics = 'deposits', after = '', method = 'GET' } = {}) =>
      requestFlow(app.app, `http://localhost${API_BASE}${LIVE_PATH}?topics=${topics}`, {
        method,
        headers: {
          ...(of !== null && { 'access-token': of }),
          ...(after !== '' && { 'last-event-id': after }),
        },
      })
    const simulate = async (amount: string) => {
      await app.call('PUT', '/user/deposit-address', { token, body: { receives: 'sol-solana' } })
      const body = { amount, idempotencyKey: crypto.randomUUID() }
      expect((await app.call('POST', '/practice/transfers', { token, body })).status).toBe(200)
    }
    /** Time for so many blocks of the practice chain, a round of the watcher, and its news. */
    const pass = async (blocks: number) => {
      app.time.now += blocks * 3_000
      await runRound(app.db, app.chain, app.time.now, { leaseMs: -1 })
      await tellDeposits()
    }
    /** Streams of another process. */
    const another = async (options: Partial<Parameters<typeof createLive>[0]> = {}) => {
      const feed: Feed = options.feed ?? (await createFeed(memoryLine(), { logger: SILENT }))
      const live: Live = createLive({
        db: app.db,
        feed,
        topics: TOPICS,
        clock: () => app.time.now,
        logger: SILENT,
        ...options,
      })
      opened.push(live)
      const server = new Hono<{ Variables: RequestVariables }>()
      server.use(directStreams())
      mountLive(server, live, () => turnOfCall(null, ''), { trustProxy: true })
      const request = (
        of: string | null,
        { topics = 'deposits', method = 'GET', from = '198.51.100.7', after }: Request = {},
      ) =>
        requestFlow(server, `${API_BASE}${LIVE_PATH}?topics=${topics}`, {
          method,
          headers: {
            'x-forwarded-for': from,
            ...(of !== null && { 'access-token': of }),
            ...(after !== undefined && { 'last-event-id': after }),
          },
        })
      return { live, feed, request }
    }

    it('needs a session, and known topics', async () => {
      expect((await listen(null)).status).toBe(401)
      expect((await listen('x'.repeat(43))).status).toBe(401)
      for (const topics of ['', 'weather', 'deposits,weather']) {
        expect((await listen(token, { topics })).status).toBe(400)
      }
    })

    it('sends deposits as they come, only to their player', async () => {
      const response = await listen()
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const events = eventsOf(response)
      const others = eventsOf(await listen(await app.register(`quiet-${n}@example.test`)))
      expect(await events.next()).toMatchObject({ name: 'open' })
      expect(await others.next()).toMatchObject({ name: 'open' })
      await simulate('5')
      await pass(2)
      expect(await events.next()).toMatchObject({
        name: 'deposits',
        data: [{ status: 'confirming', confirmations: 1 }],
      })
      await pass(20)
      let last = await events.next()
      // It may be sent between its last confirmation and the credit.
      const [first] = (last?.data ?? []) as { status: string }[]
      if (first?.status === 'confirming') last = await events.next()
      expect(last).toMatchObject({ data: [{ status: 'credited', confirmations: 19 }] })
      await events.cancel()
      const silence = others.next()
      await others.cancel()
      expect(await silence).toBeNull()
    })

    it('sends several topics at once, each only to subscribers', async () => {
      const uid = await uidOf(token)
      const [both, one] = [
        eventsOf(await listen(token, { topics: 'deposits,withdrawals' })),
        eventsOf(await listen(token, { topics: 'deposits' })),
      ]
      for (const events of [both, one]) expect((await events.next())?.name).toBe('open')
      await giveMoney(app.db, { player: uid, coin: 'usdt-tron', amount: 100_000_000n }, app.time.now)
      const asked = await app.call('POST', '/user/withdrawals', {
        token,
        body: {
          coin: 'usdt-tron',
          chain: 'tron-practice',
          address: someAddress(),
          amount: '50',
          fee: '1',
          idempotencyKey: crypto.randomUUID(),
          password: PASSWORD,
        },
      })
      expect(asked).toMatchObject({ status: 200 })
      expect(await both.next()).toMatchObject({ name: 'withdrawals', data: [{ status: 'queued' }] })
      // The signer only writes to the database, so the server must read what changed.
      const review = { status: 'review', reason: 'large' } as const
      await app.db.updateTable('withdrawal').set(review).where('account_id', '=', uid).execute()
      expect(await both.next()).toMatchObject({ name: 'withdrawals', data: [{ status: 'review' }] })
      const cancelled = await app.call('DELETE', `/user/withdrawals/${String(asked.data['id'])}`, { token })
      expect(cancelled.status).toBe(200)
      expect(await both.next()).toMatchObject({ name: 'withdrawals', data: [{ status: 'cancelled' }] })
      const silence = one.next()
      await one.cancel()
      expect(await silence).toBeNull()
      await both.cancel()
    })

    it('resumes after an interruption without a read of the database, or sends everything that may have been missed', async () => {
      const uid = await uidOf(token)
      let asked = 0
      const { live, feed } = await another({
        db: watchStatements(app.db, () => (asked += 1)),
        feed: app.feed,
      })
      await simulate('7')
      await pass(2)
      const open = (after?: string) =>
        eventsOf(flowOf(live.open({ address: '', player: { uid, token }, topics: ['deposits'], after })))
      const first = open()
      await first.next()
      const told = await first.next()
      expect(told).toMatchObject({ data: [{ status: 'confirming' }] })
      await first.cancel()
      asked = 0
      const again = open(told?.id)
      expect(await again.next()).toMatchObject({ name: 'open' })
      tellPlayers(feed, 'deposits', [uid + 1_000_000])
      await again.cancel()
      expect(asked).toBe(0)
      tellPlayers(feed, 'deposits', [uid])
      const missed = open(told?.id)
      await missed.next()
      expect(await missed.next()).toMatchObject({ name: 'deposits', data: [{ status: 'confirming' }] })
      const lost = open('0123456789ab-77')
      await lost.next()
      expect(await lost.next()).toMatchObject({ name: 'deposits', data: [{ status: 'confirming' }] })
    })

    it('ends with the session, and the oldest ends when there are too many', async () => {
      const first = eventsOf(await listen())
      const streams = []
      for (let i = 0; i < 4; i++) streams.push(eventsOf(await listen()))
      // It may have received events before its end.
      const told = []
      for (let event = await first.next(); event !== null; event = await first.next()) told.push(event)
      expect(told.at(-1)).toMatchObject({ name: 'replaced' })
      await app.call('POST', '/user/logout', { token, body: {} })
      for (const stream of streams) while ((await stream.next()) !== null);
    })

    it('limits the number of streams, for a player and in all', async () => {
      const { request } = await another({ maxStreams: 6 })
      // Failed openings must not use up places.
      for (let i = 0; i < 8; i++) {
        const head = await request(token, { method: 'HEAD' })
        expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
          200,
          'text/event-stream; charset=utf-8',
          null,
        ])
      }
      expect((await request('x'.repeat(43), { method: 'HEAD' })).status).toBe(401)
      const post = await request(token, { method: 'POST' })
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      for (let i = 0; i < 6; i++) expect((await request(token)).status).toBe(200)
      const other = await app.register(`other-${n}@example.test`)
      const theirs = [await request(other), await request(other)]
      expect(theirs.map(({ status }) => status)).toEqual([200, 200])
      expect((await request(other)).status).toBe(503)
      await theirs[0]?.body?.cancel()
      expect((await request(other)).status).toBe(200)
    })

    it('goes on by itself after the call that opened it', async () => {
      const isCalls: boolean[] = []
      const { request, feed } = await another({
        db: watchStatements(app.db, () => isCalls.push(callScope() !== undefined)),
        beatMs: 10,
      })
      const stream = eventsOf(await request(token))
      await stream.next()
      tellPlayers(feed, 'deposits', [await uidOf(token)])
      await expect.poll(() => isCalls.length).toBeGreaterThan(3)
      expect([isCalls[0], isCalls.slice(1).includes(true)]).toEqual([true, false])
    })

    it('costs the database one query for all listeners', async () => {
      let asked = 0
      const { live, feed } = await another({ db: watchStatements(app.db, () => (asked += 1)) })
      const uid = await uidOf(token)
      await simulate('6')
      await pass(2)
      const streams = Array.from({ length: 12 }, (_, index) =>
        eventsOf(
          flowOf(
            live.open({
              address: '',
              player: { uid: index < 4 ? uid : uid + index, token },
              topics: ['deposits'],
            }),
          ),
        ),
      )
      tellPlayers(feed, 'deposits', [uid, uid + 4, uid + 5])
      for (const stream of streams.slice(0, 4)) {
        await stream.next()
        expect(await stream.next()).toMatchObject({ name: 'deposits', data: [{ paid: { amount: '6' } }] })
      }
      expect(asked).toBe(1)
    })

    it('is closed when its client does not read', async () => {
      const uid = await uidOf(token)
      let n = 0
      const long = () => ({ id: String(++n), text: 'x'.repeat(40_000) })
      const topics = {
        ...TOPICS,
        deposits: {
          read: async () => [{ player: uid, id: '1', item: long() as never, isUnderWay: false }],
        },
      }
      const { live, feed } = await another({ topics })
      const stream = flowOf(live.open({ address: '', player: { uid, token }, topics: ['deposits'] }))
      for (let told = 0; told < 8; told++) {
        tellPlayers(feed, 'deposits', [uid])
        await sleep(50)
      }
      const events = eventsOf(stream)
      let heard = 0
      while ((await events.next()) !== null) heard += 1
      expect([n > 2, heard < 8]).toEqual([true, true])
    })

    it('does not keep a session alive', async () => {
      const stream = eventsOf(await listen())
      await stream.next()
      const begun = app.time.now
      app.time.now = begun + 7 * 24 * 60 * 60_000
      while ((await stream.next()) !== null);
    })

    const beat = (n: number) => ({ type: 'beat', round: String(n), now: n }) as const

    it('sends public topics to everybody, without a read of the database', async () => {
      let asked = 0
      const { request, feed } = await another({ db: watchStatements(app.db, () => (asked += 1)) })
      const watchers = await Promise.all(
        Array.from({ length: 20 }, async () => eventsOf(await request(null, { topics: 'crash,feed' }))),
      )
      feed.publish('crash', beat(1))
      feed.publish('feed', [])
      // An event of another version that this one cannot read is dropped.
      feed.publish('crash', { type: 'weather' })
      feed.publish('crash', beat(2))
      for (const watcher of watchers) {
        expect(await watcher.next()).toMatchObject({ name: 'open' })
        expect(await watcher.next()).toMatchObject({ name: 'gap', data: ['crash', 'feed'] })
        expect(await watcher.next()).toMatchObject({ name: 'crash', data: beat(1) })
        expect(await watcher.next()).toMatchObject({ name: 'feed', data: [] })
        expect(await watcher.next()).toMatchObject({ name: 'crash', data: beat(2) })
      }
      expect(asked).toBe(0)
      // Private topics still need a session.
      expect((await request(null, { topics: 'crash,deposits' })).status).toBe(401)
      const mixed = eventsOf(await request(token, { topics: 'crash,balances' }))
      expect(await mixed.next()).toMatchObject({ name: 'open' })
      feed.publish('crash', beat(3))
      expect(await mixed.next()).toMatchObject({ name: 'gap', data: ['crash'] })
      expect(await mixed.next()).toMatchObject({ name: 'crash', data: beat(3) })
    })

    it('sends a returning watcher the missed events, or tells them to read anew', async () => {
      const { request, feed } = await another()
      const first = eventsOf(await request(null, { topics: 'crash' }))
      await first.next()
      await first.next()
      feed.publish('crash', beat(1))
      const heard = await first.next()
      await first.cancel()
      feed.publish('crash', beat(2))
      feed.publish('feed', [])
      feed.publish('crash', beat(3))
      const again = eventsOf(await request(null, { topics: 'crash', after: heard?.id }))
      expect(await again.next()).toMatchObject({ name: 'open' })
      expect(await again.next()).toMatchObject({ name: 'crash', data: beat(2) })
      const last = await again.next()
      expect(last).toMatchObject({ name: 'crash', data: beat(3) })
      for (let n = 4; n < 1_004; n++) feed.publish('crash', beat(n))
      await expect.poll(() => feed.newest()).toMatch(/-1004$/)
      const late = eventsOf(await request(null, { topics: 'crash', after: last?.id }))
      expect(await late.next()).toMatchObject({ name: 'open' })
      expect(await late.next()).toMatchObject({ name: 'gap', data: ['crash'] })
    })

    it('loses nothing for a watcher whose stream breaks during the replay', async () => {
      const { request, feed } = await another()
      const first = eventsOf(await request(null, { topics: 'crash' }))
      // Otherwise the gap would not be told again after a return with the id of an earlier event.
      expect((await first.next())?.id).toBeUndefined()
      await first.next()
      feed.publish('crash', beat(1))
      const heard = await first.next()
      await first.cancel()
      feed.publish('crash', beat(2))
      let after = heard?.id
      const broken = eventsOf(await request(null, { topics: 'crash', after }))
      after = (await broken.next())?.id ?? after
      await broken.cancel()
      const again = eventsOf(await request(null, { topics: 'crash', after }))
      expect(await again.next()).toMatchObject({ name: 'open' })
      expect(await again.next()).toMatchObject({ name: 'crash', data: beat(2) })
    })

    it('is closed for a watcher who does not read, and for nobody else', async () => {
      const { request, feed } = await another()
      const slow = await request(null, { topics: 'crash' })
      const quick = eventsOf(await request(null, { topics: 'crash' }))
      await quick.next()
      await quick.next()
      for (let n = 1; n <= 2_000; n++) {
        feed.publish('crash', beat(n))
        expect((await quick.next())?.data).toEqual(beat(n))
      }
      const events = eventsOf(slow)
      let bytes = 0
      for (let event = await events.next(); event !== null; event = await events.next()) {
        bytes += JSON.stringify(event.data).length
      }
      expect(bytes).toBeLessThan(64 * 1024)
    })

    it('limits streams for an address, and how often they are opened', async () => {
      const { request } = await another({ maxPerAddress: 3 })
      const from = '203.0.113.9'
      const streams = []
      for (let i = 0; i < 3; i++) streams.push(await request(null, { topics: 'crash', from }))
      const fourth = await request(null, { topics: 'crash', from })
      expect([fourth.status, Number(fourth.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await request(null, { topics: 'crash', from: '203.0.113.10' })).status).toBe(200)
      await streams[0]?.body?.cancel()
      const next = await request(null, { topics: 'crash', from })
      expect(next.status).toBe(200)
      await next.body?.cancel()
      const statuses = []
      for (let i = 0; i < 600; i++) {
        const { status, body } = await request(null, { topics: 'crash', from })
        statuses.push(status)
        await body?.cancel()
      }
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(500)
      expect(statuses.at(-1)).toBe(429)
    })

    it('sends balances as they change', async () => {
      const uid = await uidOf(token)
      const events = eventsOf(await listen(token, { topics: 'balances' }))
      expect((await events.next())?.name).toBe('open')
      await giveMoney(app.db, { player: uid, coin: 'usdt-tron', amount: 25_000_000n }, app.time.now)
      tellPlayers(app.feed, 'balances', [uid])
      // The practice money of a new account was there before.
      const balance = { coin: 'usdt-tron', available: '1025', locked: '0', pending: '0' }
      const next = async () => ((await events.next())?.data ?? []) as object[]
      const told = await next()
      if (!JSON.stringify(told).includes('1025')) told.push(...(await next()))
      expect(told).toContainEqual(balance)
      expect((await app.call('GET', '/balances', { token })).data).toContainEqual(balance)
    })

    it('ends with the server, which then opens no other', async () => {
      const stream = eventsOf(await listen())
      await app.live.stop()
      while ((await stream.next()) !== null);
      expect((await listen()).status).toBe(503)
    })
  })
}
