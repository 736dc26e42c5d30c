import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCleanup } from '#server/accounts/cleanup.ts'
import { watchBonuses } from '#server/bonuses/bonus-watch.ts'
import type { Database } from '#server/db/tables.ts'
import { watchChain } from '#server/deposits/deposit-watch.ts'
import { createLogger } from '#server/base/logger.ts'
import { startMailSender } from '#server/mail/mail-sender.ts'
import { openServerClock, type ServerClock } from '#server/base/server-clock.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { startSigner } from '#server/signer/start-signer.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { checkedClock } from '../support/checked-clock.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the clock of a process', () => {
  let clocks: { database: number; wall: number; steady: number; uptime: number }
  let lines: { alarm?: string; problem?: string; msg: string }[]
  let askTakesMs: number
  let isDown: boolean
  let isSilent: boolean
  const logger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  })

  const pass = (ms: number) => {
    for (const name of ['database', 'wall', 'steady', 'uptime'] as const) clocks[name] += ms
  }
  const open = () =>
    openServerClock({
      async askDatabase() {
        if (isDown) throw new Error('down')
        if (isSilent) return new Promise<never>(() => {})
        const said = clocks.database
        pass(askTakesMs)
        return said
      },
      machine: {
        wall: () => clocks.wall,
        steady: () => clocks.steady,
        uptime: () => clocks.uptime,
      },
      logger,
      everyMs: DAY,
      answerMs: 20,
    })
  const withClock = async (work: (clock: ServerClock) => Promise<void>) => {
    const clock = await open()
    try {
      await work(clock)
    } finally {
      await clock.stop()
    }
  }
  /** Asks like a job some time after the last one. */
  const isRight = (clock: ServerClock) => {
    pass(2 * SECOND)
    return clock.isRight()
  }

  beforeEach(() => {
    clocks = { database: START, wall: START, steady: 5_000, uptime: 900_000 }
    lines = []
    askTakesMs = 0
    isDown = false
    isSilent = false
  })

  it.each([200 * DAY, -200 * DAY, 61 * SECOND])('refuses to start when it is %d ms off', async (off) => {
    clocks.wall += off
    await expect(open()).rejects.toThrow(StartupError)
    await expect(open()).rejects.toThrow(
      /^The clock of this machine is \d+ s (ahead of|behind) the database's/,
    )
  })

  it('follows the database if the two differ a little', () =>
    withClock(async (clock) => {
      expect(clock()).toBe(START)
      clocks.database += 30 * SECOND
      expect(await isRight(clock)).toBe(true)
      expect(clock()).toBe(clocks.database)
    }))

  it("goes on from the last agreed time when the machine's clock is set wrong, and ends nothing meanwhile", () =>
    withClock(async (clock) => {
      clocks.wall += 200 * DAY
      expect(await isRight(clock)).toBe(false)
      expect(clock()).toBe(START + 2 * SECOND)
      expect(clock.problem()).toBe("the machine's clock is 17280000 s ahead of the database's")
      for (let n = 0; n < 40; n++) await isRight(clock)
      // Once a minute, not each time.
      expect(lines.map(({ alarm }) => alarm)).toEqual(['clock', 'clock'])
      clocks.wall -= 200 * DAY
      expect(await isRight(clock)).toBe(true)
      expect(clock.problem()).toBeNull()
      expect(lines.at(-1)?.msg).toBe('the clocks agree again')
      expect(clock()).toBe(clocks.database)
    }))

  it('does not follow a database whose clock is wrong', () =>
    withClock(async (clock) => {
      clocks.database += 200 * DAY
      expect(await isRight(clock)).toBe(false)
      expect(clock()).toBe(START + 2 * SECOND)
    }))

  it('ignores a jump when machine and database share one clock', () =>
    withClock(async (clock) => {
      clocks.wall += 200 * DAY
      clocks.database += 200 * DAY
      expect(await isRight(clock)).toBe(false)
      expect(clock.problem()).toBe('the clock has jumped forward by 17280000 s; if it is right now, restart')
      expect(clock()).toBe(START + 2 * SECOND)
      clocks.wall -= 200 * DAY
      clocks.database -= 200 * DAY
      expect(await isRight(clock)).toBe(true)
    }))

  it('takes the new time after the machine has slept', () =>
    withClock(async (clock) => {
      pass(8 * HOUR)
      clocks.steady -= 8 * HOUR
      expect(await isRight(clock)).toBe(true)
      expect(clock()).toBe(clocks.database)
    }))

  it('is neither moved nor called wrong by a slow answer', () =>
    withClock(async (clock) => {
      askTakesMs = 3 * MINUTE
      expect(await isRight(clock)).toBe(true)
      expect(clock()).toBe(START + 2 * SECOND + 3 * MINUTE)
    }))

  it('asks once for jobs that come together, and rejects when the database does not answer', () =>
    withClock(async (clock) => {
      expect(await isRight(clock)).toBe(true)
      const before = clocks.steady
      askTakesMs = 100
      await Promise.all([clock.isRight(), clock.isRight()])
      expect(clocks.steady).toBe(before)
      isDown = true
      await expect(isRight(clock)).rejects.toThrow('down')
      expect(clock.problem()).toBeNull()
    }))

  it('gives up on a slow answer, says so, and asks again', () =>
    withClock(async (clock) => {
      isSilent = true
      await expect(isRight(clock)).rejects.toThrow('did not tell its time')
      expect(clock.problem()).toBe('the database did not tell its time within 0.02 s')
      isSilent = false
      expect(await isRight(clock)).toBe(true)
      expect(clock.problem()).toBeNull()
    }))

  it('does not start on a database that never answers', async () => {
    isSilent = true
    await expect(open()).rejects.toThrow('did not tell its time')
  })
})

describe('while the clock is not trusted', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A database that records only if it was used. */
  const watched = () => {
    const asked: string[] = []
    const db = new Proxy({} as Database, {
      get: (_, name) => {
        asked.push(String(name))
        throw new Error('down')
      },
    })
    return { db, asked }
  }
  const logger = createLogger('silent')
  type Options = { db: Database; clock: ReturnType<typeof checkedClock> }
  const sender = { chain: 'tron-practice', address: 'T' }
  const JOBS: Readonly<Record<string, (options: Options) => unknown>> = {
    'the clean-up': ({ db, clock }) => startCleanup(db, clock, logger),
    'the end of bonuses': (options) => watchBonuses({ ...options, logger }),
    'the mail': (options) => startMailSender({ ...options, logger } as never),
    'the watch of a chain': ({ db, clock }) =>
      watchChain({
        db,
        clock,
        logger,
        chain: 'tron-practice',
        everyMs: 1_000,
        round: async () => (await db.selectFrom('deposit').execute()).length > 0,
      }),
    'the signer': (options) =>
      startSigner({ ...options, logger, sender, journal: memoryJournal(), everyMs: 1_000 } as never),
  }

  it.each(Object.entries(JOBS))('%s does nothing, and resumes by itself', async (_, start) => {
    let isRight = false
    const { db, asked } = watched()
    start({
      db,
      clock: checkedClock(
        () => START,
        () => isRight,
      ),
    })
    await vi.advanceTimersByTimeAsync(130_000)
    expect(asked).toEqual([])
    isRight = true
    await vi.advanceTimersByTimeAsync(130_000)
    expect(asked).not.toEqual([])
  })
})
