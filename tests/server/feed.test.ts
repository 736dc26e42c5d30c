import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'
import { createFeedLog } from '#server/feed/feed-log.ts'
import { MOST_BYTES, type FeedEvent } from '#server/feed/feed-message.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { openFeed } from '#server/feed/open-feed.ts'
import { createEventStream } from '#server/live/event-stream.ts'
import { createPublicRelay, type PublicRelay } from '#server/live/public-relay.ts'
import { startNats, type TestNats } from '../support/nats.ts'
import { startPooledPostgres, type PooledPostgres } from '../support/pgbouncer.ts'
import { eventsOf, flowOf } from '../support/server-events.ts'

const logger = createLogger('silent')
const PROBE_MS = 150

function hearing(feed: Feed, topics = ['fish'], after?: string) {
  const events: FeedEvent[] = []
  let gaps = 0
  const stop = feed.follow(
    topics,
    { onEvent: (event) => events.push(event), onGap: () => (gaps += 1) },
    after,
  )
  return { events, stop, gaps: () => gaps, data: () => events.map(({ data }) => data) }
}

const until = (wanted: () => unknown) => expect.poll(wanted, { timeout: 8_000, interval: 10 })

interface World {
  /** Opens the feed of one more process. */
  open(): Promise<Feed>
  /** Cuts the connection that carries the events; the returned function restores it. */
  readonly interrupt: (() => Promise<() => Promise<void>>) | null
}

function feedSuite(name: string, world: () => World): void {
  describe(`the feed over ${name}`, () => {
    const opened: Feed[] = []
    const open = async () => {
      const feed = await world().open()
      opened.push(feed)
      return feed
    }
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((feed) => feed.close()))
    })
    const isAlone = () => world().interrupt === null

    it("delivers each process's events to every process, in order", async () => {
      const first = await open()
      const second = isAlone() ? first : await open()
      const [here, there] = [hearing(first), hearing(second)]
      const birds = hearing(second, ['bird'])
      const wanted = Array.from({ length: 500 }, (_, n) => ({ n, text: 'é "\\\n 鲤'.repeat(20) }))
      for (const data of wanted) first.publish('fish', data)
      second.publish('bird', 1)
      await until(() => there.events.length).toBe(500)
      await until(() => here.events.length).toBe(500)
      expect(there.data()).toEqual(wanted)
      expect(here.events).toEqual(there.events)
      expect(new Set(here.events.map(({ id }) => id)).size).toBe(500)
      await until(birds.data).toEqual([1])
    })

    it('resumes after a given event, in another process too, and reports a gap for an unknown event', async () => {
      const first = await open()
      const second = isAlone() ? first : await open()
      const here = hearing(first)
      const there = hearing(second)
      for (let n = 1; n <= 5; n++) first.publish(n === 3 ? 'bird' : 'fish', n)
      await until(() => [here.events.length, there.events.length]).toEqual([4, 4])
      const id = here.events[1]?.id ?? ''
      const resumed = hearing(second, ['fish'], id)
      expect([resumed.data(), resumed.gaps()]).toEqual([[4, 5], 0])
      second.publish('fish', 6)
      await until(resumed.data).toEqual([4, 5, 6])
      const lost = hearing(first, ['fish'], '0123456789ab-1')
      expect([lost.data(), lost.gaps()]).toEqual([[], 1])
    })

    it('tells nothing to followers that have stopped, nor after it is closed', async () => {
      const feed = await open()
      const [stopped, going] = [hearing(feed), hearing(feed)]
      stopped.stop()
      feed.publish('fish', 1)
      await until(going.data).toEqual([1])
      await feed.close()
      feed.publish('fish', 2)
      await sleep(50)
      expect([stopped.data(), going.data()]).toEqual([[], [1]])
    })

    it('drops events that are too long for one of the transports', async () => {
      const feed = await open()
      const heard = hearing(feed)
      feed.publish('fish', 'x'.repeat(MOST_BYTES))
      const long = 'x'.repeat(MOST_BYTES - 100)
      for (let n = 0; n < 5; n++) feed.publish('fish', long)
      await until(() => heard.events.length).toBe(5)
      expect(heard.data()).toEqual(Array(5).fill(long))
    })

    it('does not take an event that is still on its way as a sign of a lost connection', async () => {
      const feed = await open()
      const { gaps, events } = hearing(feed)
      const until = Date.now() + 6 * PROBE_MS
      for (let n = 0; Date.now() < until; n += 1) {
        feed.publish('fish', n)
        await sleep(1)
      }
      expect(feed.hears()).toBe(true)
      expect(gaps()).toBe(0)
      expect(events.length).toBeGreaterThan(10)
    })

    it('delivers public events to the streams of every process; a stream resumes in another process and hears of gaps', async () => {
      const first = await open()
      const second = isAlone() ? first : await open()
      const relays = [first, second].map((feed) => createPublicRelay({ feed, logger, deafMs: PROBE_MS }))
      const watch = (relay: PublicRelay | undefined, after?: string) => {
        const stream = createEventStream(() => leave?.())
        const leave = relay?.join(stream, ['crash'], after)
        return eventsOf(flowOf(stream))
      }
      /** A late probe on a busy machine is also reported as a gap. */
      const nextBeat = async (watcher: ReturnType<typeof watch>) => {
        for (;;) {
          const event = await watcher.next()
          if (event?.name !== 'gap') return event
        }
      }
      const beat = (n: number) => ({ type: 'beat', round: '7', now: n })
      const [here, there] = [watch(relays[0]), watch(relays[1])]
      for (const watcher of [here, there]) expect((await watcher.next())?.name).toBe('gap')
      first.publish('crash', beat(1))
      first.publish('crash', beat(2))
      const heard = [await nextBeat(here), await nextBeat(here)]
      expect(heard.map((event) => event?.data)).toEqual([beat(1), beat(2)])
      expect([await nextBeat(there), await nextBeat(there)]).toEqual(heard)
      // Events before a gap are no longer known.
      const resumed = await watch(relays[1], heard[0]?.id).next()
      if (resumed?.name !== 'gap') expect(resumed).toEqual(heard[1])
      const { interrupt } = world()
      if (interrupt !== null) {
        const restore = await interrupt()
        await sleep(3 * PROBE_MS)
        await restore()
        for (const watcher of [here, there]) expect((await watcher.next())?.name).toBe('gap')
      }
      await Promise.all(relays.map((relay) => relay.stop()))
    }, 40_000)

    it('reports a possible gap after its connection was lost, and goes on', async () => {
      const { interrupt } = world()
      if (interrupt === null) return
      const [first, second] = [await open(), await open()]
      const heard = hearing(second)
      first.publish('fish', 'before')
      await until(heard.data).toEqual(['before'])
      const gapsBefore = heard.gaps()
      const restore = await interrupt()
      first.publish('fish', 'meanwhile')
      await sleep(3 * PROBE_MS)
      await restore()
      await until(() => heard.gaps()).toBeGreaterThan(gapsBefore)
      await expect
        .poll(
          () => {
            first.publish('fish', 'after')
            return heard.data().at(-1)
          },
          { timeout: 15_000, interval: 100 },
        )
        .toBe('after')
      await until(() => [first.hears(), second.hears()]).toEqual([true, true])
    }, 40_000)
  })
}

feedSuite('memory', () => ({
  open: () => createFeed(memoryLine(), { logger }),
  interrupt: null,
}))

it('logs an event that is too long, and reports no gap for it', async () => {
  const lines: string[] = []
  const feed = await createFeed(memoryLine(), {
    logger: createLogger('error', { write: (line) => void lines.push(line) }),
  })
  const heard = hearing(feed)
  feed.publish('fish', 1)
  await until(heard.data).toEqual([1])
  feed.publish('fish', '鲤'.repeat(MOST_BYTES / 3))
  feed.publish('fish', 2)
  await until(heard.data).toEqual([1, 2])
  expect(heard.gaps()).toBe(0)
  expect(hearing(feed, ['fish'], heard.events[0]?.id).data()).toEqual([2])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'error', topic: 'fish' }])
  await feed.close()
})

it('leaves out names when a stream resumes, because the player may have hidden their name since', async () => {
  const feed = await createFeed(memoryLine(), { logger })
  const relay = createPublicRelay({ feed, logger })
  const heard = hearing(feed, ['crash', 'feed'])
  const listed = (name: string | null) => ({
    id: '1',
    name,
    number: null,
    coin: 'usdt-tron',
    stake: '1',
    cashedAt: null,
    payout: '0',
  })
  const bets = (name: string | null) => ({
    type: 'bets',
    seq: 1,
    round: '7',
    listed: [listed(name)],
    gone: [],
    bets: 1,
    staked: '1.00',
  })
  const bet = (name: string | null, number: number | null = null) => ({
    id: '1',
    game: 'dice',
    name,
    number,
    coin: 'usdt-tron',
    stake: '1',
    multiplier: 2,
    payout: '2',
    at: '2026-11-24T00:00:00.000Z',
  })
  const events = [
    ['crash', bets('Ann')],
    ['crash', bets(null)],
    ['feed', [bet(null)]],
    ['feed', [bet(null), bet('Ann')]],
    ['feed', [bet(null, 4_821)]],
    ['feed', []],
  ] as const
  for (const [topic, data] of events) feed.publish(topic, data)
  await until(() => heard.events.length).toBe(events.length)
  const resumed = async (place: number) => {
    const stream = createEventStream(() => {})
    relay.join(stream, ['crash', 'feed'], heard.events[place]?.id)
    return eventsOf(flowOf(stream)).next()
  }
  expect(await resumed(0)).toMatchObject({ name: 'gap', data: ['crash', 'feed'] })
  expect(await resumed(2)).toMatchObject({ name: 'gap', data: ['crash', 'feed'] })
  expect(await resumed(3)).toMatchObject({ name: 'gap', data: ['crash', 'feed'] })
  expect(await resumed(4)).toMatchObject({ name: 'feed', data: [] })
  feed.publish('crash', bets('Ann'))
  expect(await resumed(5)).toMatchObject({ name: 'gap' })
  feed.publish('feed', [bet(null)])
  await until(() => heard.events.length).toBe(events.length + 2)
  expect(await resumed(6)).toMatchObject({ name: 'feed', data: [{ name: null }] })
  await relay.stop()
  await feed.close()
})

describe('with PostgreSQL', () => {
  let postgres: PooledPostgres
  const databases: OpenDatabase[] = []
  let nats: TestNats
  beforeAll(async () => {
    ;[postgres, nats] = await Promise.all([startPooledPostgres(), startNats()])
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, logger)
    databases.push(database)
    await migrate(database.db, seed)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(databases.map(({ close }) => close()))
    await Promise.all([postgres.stop(), nats.stop()])
  })
  const open = async (
    natsUrl: string | null,
    databaseDirectUrl: string | null = postgres.direct(postgres.url),
  ) => {
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, logger)
    databases.push(database)
    const config = { databaseUrl: postgres.url, databaseDirectUrl, natsUrl }
    return openFeed(config, database.db, logger, { probeEveryMs: PROBE_MS })
  }

  feedSuite('notifications of PostgreSQL, which are sent through a pooler', () => ({
    open: () => open(null),
    async interrupt() {
      await databases[0]?.db.executeQuery(
        (await import('kysely'))
          .sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'koi-feed'`.compile(
          databases[0].db,
        ),
      )
      return async () => {}
    },
  }))

  feedSuite('NATS', () => ({
    open: () => open(nats.url),
    async interrupt() {
      await nats.kill()
      return () => nats.start()
    },
  }))

  it('notices a pooler that does not pass notifications on', async () => {
    const feed = await open(null, postgres.url)
    const heard = hearing(feed)
    await until(() => feed.hears()).toBe(false)
    expect(heard.gaps()).toBeGreaterThan(0)
    await feed.close()
  })

  it('resumes after NATS refused its password for a while', async () => {
    const [first, second] = [await open(nats.url), await open(nats.url)]
    const heard = hearing(second)
    await nats.kill()
    await nats.start('another')
    // Several attempts, each refused.
    await sleep(3_000)
    await nats.kill()
    await nats.start()
    await expect
      .poll(() => (first.publish('fish', 'after'), heard.data().at(-1)), { timeout: 15_000, interval: 100 })
      .toBe('after')
    await until(() => [first.hears(), second.hears()]).toEqual([true, true])
    await Promise.all([first.close(), second.close()])
    await nats.kill()
    await nats.start('another')
    await expect(open(nats.url)).rejects.toThrow('NATS_URL')
    await nats.kill()
    await nats.start()
  }, 40_000)

  it('separates the feeds of two databases on one NATS', async () => {
    const other = await openDatabase({ databaseUrl: await postgres.createDatabase(), dataDir: '' }, logger)
    databases.push(other)
    await migrate(other.db, seed)
    const theirs = await openFeed(
      { databaseUrl: 'postgres://', databaseDirectUrl: null, natsUrl: nats.url },
      other.db,
      logger,
    )
    const ours = await open(nats.url)
    const [here, there] = [hearing(ours), hearing(theirs)]
    ours.publish('fish', 1)
    await until(here.data).toEqual([1])
    await sleep(50)
    expect(there.data()).toEqual([])
    await Promise.all([ours.close(), theirs.close()])
  })

  it.each([
    ['NATS_URL', 'nats://127.0.0.1:9'],
    ['DATABASE_DIRECT_URL', null],
  ])('refuses to start when %s is unreachable', async (variable, natsUrl) => {
    await expect(open(natsUrl, 'postgres://koi@127.0.0.1:9/koi')).rejects.toThrow(variable)
  })
})

describe('the events that a feed keeps', () => {
  const event = (publisher: string, n: number) => ({ id: `${publisher}-${n}`, topic: 'fish', data: n })
  const CHARS = 20
  const idsOf = (events: readonly FeedEvent[] | null) => events?.map(({ id }) => id)

  it('are the newest ones, up to a fixed number', () => {
    const log = createFeedLog({ mostKept: 10 })
    for (let n = 1; n <= 1_000; n++) log.add(event('a', n), CHARS)
    expect(log.newest()).toBe('a-1000')
    expect(idsOf(log.since('a-995'))).toEqual(['a-996', 'a-997', 'a-998', 'a-999', 'a-1000'])
    expect(log.since('a-1000')).toEqual([])
    expect(log.since('a-900')).toBeNull()
    log.clear()
    expect([log.newest(), log.since('a-1000')]).toEqual([null, null])
    log.add(event('a', 1_001), CHARS)
    expect(log.since('a-1001')).toEqual([])
  })

  it('are fewer when they are long', () => {
    const log = createFeedLog({ mostChars: 1_000 })
    for (let n = 1; n <= 500; n++) log.add(event('a', n), n % 2 === 0 ? 150 : 50)
    expect(log.since('a-500')).toEqual([])
    expect(log.since('a-495')).toHaveLength(5)
    expect(log.since('a-470')).toBeNull()
  })

  it('include recent events of other processes, which may have arrived later elsewhere', () => {
    let now = 0
    const log = createFeedLog({ now: () => now })
    log.add(event('a', 1), CHARS)
    log.add(event('b', 1), CHARS)
    now = 1_500
    log.add(event('b', 2), CHARS)
    log.add(event('a', 2), CHARS)
    log.add(event('a', 3), CHARS)
    expect(idsOf(log.since('a-2'))).toEqual(['b-2', 'a-3'])
    expect(idsOf(log.since('b-2'))).toEqual(['a-2', 'a-3'])
  })
})
