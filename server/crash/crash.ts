import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as v from 'valibot'
import type { CrashChainSchema, CrashLatency, CrashSnapshot, listCrashRounds } from '#contract/crash.ts'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type { Clock } from '#server/base/clock.ts'
import { createDetachedCalls, type DetachedCalls } from '#server/base/detached-calls.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { SharedPlays } from '#server/play/shared-plays.ts'
import type { Beacon } from './beacon.ts'
import { createCrashBets, type CrashBets } from './crash-bets.ts'
import { createCrashChains } from './crash-chain.ts'
import { conduct } from './crash-conductor.ts'
import { createCrashLatencies } from './crash-latency.ts'
import { leaveLead, takeLead } from './crash-leader.ts'
import { createCrashNews } from './crash-news.ts'
import { createCrashPoints } from './crash-points.ts'
import { createCrashReactions, type CrashReactions } from './crash-reactions.ts'
import {
  createCrashProcess,
  currentRound,
  followRounds,
  isWanted,
  tellWanted,
  WANTED_EVERY_MS,
  type CrashProcess,
} from './crash-process.ts'
import { isOpen, newestRound } from './crash-rounds.ts'
import { CRASH_TIMES, type CrashTimes } from './crash-times.ts'
import { listEndedRounds, readChain, readSnapshot } from './crash-view.ts'

/** How often a process at rest looks for somebody who watches; it asks the database nothing. */
const REST_LOOK_MS = 2_000
const CLOSES_WITHIN_MS = 15_000

interface CrashOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  readonly feed: Pick<Feed, 'publish' | 'follow'>
  readonly plays: SharedPlays
  readonly beacon: Beacon
  readonly compareClock?: (() => Promise<unknown>) | undefined
  readonly isWatched?: (() => boolean) | undefined
  readonly chainLength?: number | undefined
  readonly times?: Partial<CrashTimes> | undefined
}

export interface Crash {
  readonly bets: CrashBets
  readonly reactions: CrashReactions
  readonly arriving: DetachedCalls
  /** @throws Refusal `unavailable` */
  ready(): Promise<unknown>
  snapshot(uid: number | null): Promise<CrashSnapshot>
  rounds(asked: ParsedRequest<typeof listCrashRounds>['query']): Promise<DataOf<typeof listCrashRounds>>
  chain(): Promise<v.InferOutput<typeof CrashChainSchema>>
  /** Starts no round. */
  latency(): Promise<CrashLatency | null>
  start(): void
  /** Leaves what it leads to another process, and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Crash in one process. Any process takes bets and cash-outs; one of them leads the rounds as long as somebody is there.
 * With nobody there, rounds rest after one is over, and nothing is done until somebody asks.
 */
export function createCrash({
  db,
  secrets,
  clock,
  logger,
  feed,
  plays,
  beacon,
  compareClock = async () => {},
  isWatched = () => false,
  chainLength,
  times,
}: CrashOptions): Crash {
  const chains = createCrashChains({ db, secrets, clock, length: chainLength })
  const latencies = createCrashLatencies({ db, clock, logger })
  const process = createCrashProcess({
    db,
    clock,
    logger,
    feed,
    plays,
    beacon,
    chains,
    points: createCrashPoints(chains),
    latencies,
    times: { ...CRASH_TIMES, ...times },
    arriving: createDetachedCalls(),
    compareClock,
    isWatched,
  })
  const { arriving } = process
  const reactions = createCrashReactions({ db, clock, feed })
  const holder = randomUUID()
  const stopFollowing = followRounds(process)
  return {
    bets: createCrashBets(process),
    reactions,
    arriving,
    ready: () => currentRound(process),
    snapshot: (uid) => readSnapshot(process, uid),
    rounds: (query) => listEndedRounds(process, query),
    chain: () => readChain(process),
    latency: () => latencies.read(),
    start() {
      process.watch ??= repeat(() => lookForLead(process, holder))
    },
    async close() {
      process.stopping.abort()
      stopFollowing()
      reactions.stop()
      await process.watch?.stop()
      await process.leading
      // Cash-outs that have arrived are done, even if nobody waits for the answer any more.
      await Promise.race([arriving.settled(), sleep(CLOSES_WITHIN_MS, undefined, { ref: false })])
      await latencies.stop()
    },
  }
}

/** While a round goes on or is wanted, looks for a leader; at rest the database is asked nothing. */
async function lookForLead(process: CrashProcess, holder: string) {
  const { stopping, times, isWatched } = process
  if (!stopping.signal.aborted && !process.leading && (process.isGoingOn || isWanted(process))) {
    await tryToLead(process, holder)
  }
  if (isWatched() && performance.now() - process.toldAt >= WANTED_EVERY_MS) tellWanted(process)
  const isBusy = process.isGoingOn || isWanted(process)
  // Cash-outs are judged by this process's clock: while rounds go on it is never wrong for long.
  if (isBusy) process.compareClock().catch(() => {})
  return { pauseMs: isBusy ? times.watchMs : REST_LOOK_MS, wokenMs: isBusy ? times.watchMs : 0 }
}

async function tryToLead(process: CrashProcess, holder: string): Promise<void> {
  const { db, logger, times } = process
  try {
    if (!isWanted(process)) {
      const row = await newestRound(db)
      process.isGoingOn = row !== undefined && isOpen(row)
      if (!process.isGoingOn) return
    }
    const epoch = await takeLead(db, holder, times.leaseMs)
    if (epoch === null) return
    logger.info({ holder, epoch }, 'this process leads the rounds of Crash')
    process.leading = lead(process, epoch)
  } catch (error) {
    logger.warn({ err: error }, 'it is not known who leads the rounds of Crash')
  }
}

function lead(process: CrashProcess, epoch: string): Promise<void> {
  const { db, logger, arriving, stopping } = process
  const news = createCrashNews(process)
  return conduct({
    ...process,
    news,
    epoch,
    isWanted: () => isWanted(process),
    decided: arriving.settled,
    leaving: stopping.signal,
  })
    .catch((error: unknown) => logger.error({ err: error }, 'rounds of Crash cannot be led'))
    .then(() => news.stop())
    .then(() => leaveLead(db, epoch))
    .catch((error: unknown) => logger.warn({ err: error }, 'the lead of Crash runs out by itself'))
    .finally(() => {
      process.leading = undefined
      process.watch?.wake()
    })
}
