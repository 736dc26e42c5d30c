import { setTimeout as sleep } from 'node:timers/promises'
import { crashOutcome } from '#rules/crash/crash.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { createLogger } from '#server/base/logger.ts'
import type { Beacon } from '#server/crash/beacon.ts'
import { crashEndpoints } from '#server/crash/crash.endpoints.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import { newestRound } from '#server/crash/crash-rounds.ts'
import { createCrash, type Crash } from '#server/crash/crash.ts'
import type { CrashTimes } from '#server/crash/crash-times.ts'
import type { Database } from '#server/db/tables.ts'
import { createPlayers } from './players.ts'

/** Short rounds, but long enough for the actions of a test on a busy machine. */
export const QUICK = {
  bettingMs: 2_000,
  lateBetsMs: 40,
  beaconMs: 2_500,
  aheadMs: 250,
  drainMs: 300,
  pauseMs: 40,
  beatMs: 100,
  leaseMs: 1_000,
  watchMs: 60,
  restAfterMs: 60_000,
} satisfies Partial<CrashTimes>

/**
 * A beacon that knows the chain: its values make each round crash where the test wants.
 * @param now the clock of the rounds
 */
export function testBeacon(now: () => number = Date.now) {
  let round = 0
  let tried = 0
  const beacon = {
    /** Accepts crash points for the next rounds, in hundredths. */
    isWanted: (point: number): boolean => point === 120,
    isSilent: false,
    /** The hash of the newest round. */
    hashNow: () => Promise.resolve(''),
    rule: 'practice-chain' as const,
    async first(_after: number, until: number, signal: AbortSignal) {
      await sleep(20)
      while (beacon.isSilent && now() < until && !signal.aborted) await sleep(10)
      if (beacon.isSilent || signal.aborted) return null
      const hash = await beacon.hashNow()
      while (!beacon.isWanted(crashOutcome(hash, `salt ${tried}`))) tried += 1
      return { round: (round += 1), value: `salt ${tried}`, signature: null }
    },
  }
  return beacon satisfies Beacon
}

interface HouseOptions {
  readonly beacon: ReturnType<typeof testBeacon>
  readonly feed?: Feed
  readonly times?: Partial<CrashTimes>
  readonly isWatched?: () => boolean
  readonly env?: Record<string, string>
  /** Number of games in a chain. */
  readonly chainLength?: number
}

/** The server with Crash, on the machine's own clock. */
export async function openCrashHouse(
  db: Database,
  { beacon, feed, times, isWatched, env = {}, chainLength = 4_096 }: HouseOptions,
) {
  await db.updateTable('game').set({ status: 'playable' }).where('slug', '=', 'crash').execute()
  const line = feed ?? (await createFeed(memoryLine(), { logger: createLogger('silent') }))
  let crash: Crash | undefined
  const time = {
    get now() {
      return Date.now()
    },
    set now(_: number) {
      throw new Error('The clock of Crash goes by itself')
    },
  }
  const players = await createPlayers(db, env, {
    time,
    more({ db: on, secrets, clock, logger, play }) {
      crash = createCrash({
        db: on,
        secrets,
        clock,
        logger,
        feed: line,
        plays: play.shared,
        beacon,
        chainLength,
        isWatched,
        times: { ...QUICK, ...times },
      })
      crash.start()
      const chains = createCrashChains({ db: on, secrets, clock })
      beacon.hashNow = async () => {
        const row = await newestRound(on)
        return row ? chains.hashOf(row.chain, row.game) : ''
      }
      return crashEndpoints({ crash, clock })
    },
  })
  if (!crash) throw new Error('Crash was not opened')
  const made = crash
  return {
    players,
    crash: made,
    feed: line,
    async close() {
      await made.close()
      await players.play.close()
    },
  }
}
export type CrashHouse = Awaited<ReturnType<typeof openCrashHouse>>
