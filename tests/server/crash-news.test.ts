import { expect, it, onTestFinished, vi } from 'vitest'
import type { CrashEvent, CrashListedBet } from '#contract/crash.ts'
import { createLogger } from '#server/base/logger.ts'
import { createCrashNews, CRASH_TOPIC } from '#server/crash/crash-news.ts'
import { readRoundBets } from '#server/crash/crash-list.ts'
import type { CrashRow } from '#server/crash/crash-rounds.ts'
import type { Database } from '#server/db/tables.ts'
import { createFeed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'

vi.mock('#server/crash/crash-list.ts', () => ({ readRoundBets: vi.fn() }))

const logger = createLogger('silent')
const ROUND = {
  id: '7',
  game: 7,
  status: 'betting',
  seq: 3,
  bets: 0,
  staked: '0',
  paid: '0',
  game_hash: 'b'.repeat(64),
  salt: null,
  point: null,
  locks_at: null,
  locked_at: null,
  start_at: null,
  beacon_round: null,
  beacon_signature: null,
} as unknown as CrashRow
const BETS = 200
type BetsEvent = Extract<CrashEvent, { type: 'bets' }>

const bet = (n: number, name: string): CrashListedBet => ({
  id: String(10n ** 18n + BigInt(n)),
  name,
  number: 281_474_976_710_656,
  coin: 'usdt-tron',
  stake: '123456789.123456',
  cashedAt: 123_456.78,
  payout: '999999999999.123456',
})
const list = (bets: readonly CrashListedBet[]) =>
  vi.mocked(readRoundBets).mockResolvedValue({
    listed: bets,
    totals: { bets: bets.length, staked: 900_000_000n, paid: 0n },
  })

it.each([
  ['Chinese ones', '鲤'.repeat(32)],
  ['emoji', '🐟'.repeat(32)],
  ['names that JSON escapes', '"'.repeat(32)],
])('tells about all bets, even with the longest names: %s', async (_, name) => {
  const feed = await createFeed(memoryLine(), { logger })
  const told: BetsEvent[] = []
  const onGap = vi.fn()
  feed.follow([CRASH_TOPIC], {
    onEvent: ({ data }) => {
      const event = data as unknown as CrashEvent
      if (event.type === 'bets') told.push(event)
    },
    onGap,
  })
  const warn = vi.spyOn(logger, 'warn')
  const news = createCrashNews({ db: {} as Database, feed, logger, clock: () => 0 })
  onTestFinished(async () => {
    news.stop()
    await feed.close()
    vi.restoreAllMocks()
  })
  news.round(ROUND, 'a'.repeat(64))
  const bets = Array.from({ length: BETS }, (__, n) => bet(n, name))
  list(bets)
  await news.flush()
  await expect.poll(() => told.flatMap(({ listed }) => listed)).toEqual(bets)
  list([])
  await news.flush()
  await expect.poll(() => told.flatMap(({ gone }) => gone)).toEqual(bets.map(({ id }) => id))
  expect(told.map(({ seq }) => seq)).toEqual(told.map((__, index) => ROUND.seq + 1 + index))
  expect(news.seq()).toBe(ROUND.seq + told.length)
  expect(onGap).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})

it('keeps telling the number of bets while the round is locked and while the curve rises', async () => {
  const feed = await createFeed(memoryLine(), { logger })
  const told: string[] = []
  feed.follow([CRASH_TOPIC], {
    onEvent: ({ data }) => {
      const event = data as unknown as CrashEvent
      if (event.type === 'round')
        told.push(`${event.round.status} ${event.round.bets} $${event.round.staked}`)
    },
    onGap: () => {},
  })
  const news = createCrashNews({ db: {} as Database, feed, logger, clock: () => 0 })
  onTestFinished(async () => {
    news.stop()
    await feed.close()
  })
  const chain = 'a'.repeat(64)
  news.round(ROUND, chain)
  list([bet(1, 'Koi'), bet(2, 'Carp')])
  await news.flush()
  for (const status of ['locked', 'running', 'crashed'] as const) news.round({ ...ROUND, status }, chain)
  news.round({ ...ROUND, status: 'settled', bets: 2, staked: '800000000' }, chain)
  news.round({ ...ROUND, id: '8' }, chain)
  await expect
    .poll(() => told)
    .toEqual([
      'betting 0 $0.00',
      'locked 2 $9.00',
      'running 2 $9.00',
      'crashed 2 $9.00',
      'settled 2 $8.00',
      'betting 0 $0.00',
    ])
})
