import { setTimeout as sleep } from 'node:timers/promises'
import { CRASH_LAST_ROUNDS } from '#contract/crash.ts'
import type { Clock } from '#server/base/clock.ts'
import type { DetachedCalls } from '#server/base/detached-calls.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Repeating } from '#server/base/repeat.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { SharedPlays } from '#server/play/shared-plays.ts'
import type { Beacon } from './beacon.ts'
import type { CrashChains } from './crash-chain.ts'
import type { CrashLatencies } from './crash-latency.ts'
import type { RoundBets } from './crash-list.ts'
import { CRASH_BETS_TOPIC, CRASH_TOPIC, CRASH_WANTED_TOPIC } from './crash-news.ts'
import type { CrashPoints } from './crash-points.ts'
import { countVoids, isOpen, newestRound, readEnded, type CrashRow } from './crash-rounds.ts'
import type { CrashTimes } from './crash-times.ts'

const DAY_MS = 24 * 60 * 60_000
const ROUND_KEEP_MS = 50
/** Cash-outs are judged by what does not change while the curve runs. */
const RUNNING_KEEP_MS = 1_000
const LAST_KEEP_MS = 2_000
const GATHER_MS = 100
/** How often a process tells the others that somebody is there. */
export const WANTED_EVERY_MS = 5_000
const FIRST_ROUND_MS = 4_000

interface CrashServices {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly feed: Pick<Feed, 'publish' | 'follow'>
  readonly plays: SharedPlays
  readonly beacon: Beacon
  readonly chains: CrashChains
  readonly points: CrashPoints
  readonly latencies: CrashLatencies
  readonly times: CrashTimes
  /** Cash-outs that have reached this process; no round is settled before they are decided. */
  readonly arriving: DetachedCalls
  readonly compareClock: () => Promise<unknown>
  readonly isWatched: () => boolean
}

/** Crash in one process: its services, what it knows of the rounds, and who is there. */
export interface CrashProcess extends CrashServices {
  readonly newest: Kept<CrashRow | undefined>
  readonly latest: Kept<CrashRow[]>
  readonly voids: Kept<number>
  list: { readonly round: string; readonly bets: Kept<RoundBets> } | undefined
  heard: { readonly round: string; readonly seq: number } | undefined
  /** True while a round goes on, as far as this process knows: somebody has to lead it. */
  isGoingOn: boolean
  /** Both by `performance.now()`. */
  wantedAt: number
  toldAt: number
  readonly changed: Set<string>
  readonly stopping: AbortController
  watch: Repeating | undefined
  leading: Promise<void> | undefined
}

export function createCrashProcess(services: CrashServices): CrashProcess {
  const { db, clock } = services
  return {
    ...services,
    newest: new Kept(ROUND_KEEP_MS, () => newestRound(db)),
    latest: new Kept(LAST_KEEP_MS, () => readEnded(db, CRASH_LAST_ROUNDS)),
    voids: new Kept(LAST_KEEP_MS, () => countVoids(db, clock() - DAY_MS)),
    list: undefined,
    heard: undefined,
    isGoingOn: true,
    wantedAt: -Infinity,
    toldAt: -Infinity,
    changed: new Set(),
    stopping: new AbortController(),
    watch: undefined,
    leading: undefined,
  }
}

/** Keeps what the process knows in step with the leader's events. @returns ends it */
export function followRounds(process: CrashProcess): () => void {
  return process.feed.follow([CRASH_TOPIC, CRASH_WANTED_TOPIC], {
    onEvent({ topic, data }) {
      if (topic === CRASH_WANTED_TOPIC) want(process)
      else hear(process, data as RoundEvent)
    },
    onGap() {
      process.newest.forget()
      process.isGoingOn = true
      process.watch?.wake()
    },
  })
}

interface RoundEvent {
  readonly seq?: number
  readonly round?: string | { readonly id: string; readonly status: CrashRow['status'] }
}

function hear(process: CrashProcess, { seq, round }: RoundEvent): void {
  if (seq !== undefined && round !== undefined) {
    process.heard = { round: typeof round === 'string' ? round : round.id, seq }
  }
  if (typeof round !== 'object') return
  process.newest.forget()
  process.latest.forget()
  process.voids.forget()
  process.isGoingOn = isOpen(round)
  if (process.isGoingOn) process.watch?.wake()
}

function want(process: CrashProcess): void {
  process.wantedAt = performance.now()
  process.watch?.wake()
}

export function tellWanted(process: CrashProcess): void {
  want(process)
  if (performance.now() - process.toldAt < WANTED_EVERY_MS) return
  process.toldAt = performance.now()
  process.feed.publish(CRASH_WANTED_TOPIC, null)
}

export const isWanted = ({ isWatched, wantedAt, times }: CrashProcess): boolean =>
  isWatched() || performance.now() - wantedAt < times.restAfterMs

/** Many bets of one moment are told of once: the leader reads them all. */
export function tellChanged({ changed, feed }: CrashProcess, round: string): void {
  if (changed.has(round)) return
  changed.add(round)
  setTimeout(() => {
    changed.delete(round)
    feed.publish(CRASH_BETS_TOPIC, round)
  }, GATHER_MS).unref()
}

/**
 * The newest round. Asking makes rounds go on; the very first one waits for its chain of a million hashes.
 * @throws Refusal `unavailable`
 */
export async function currentRound(process: CrashProcess): Promise<CrashRow> {
  tellWanted(process)
  const until = performance.now() + FIRST_ROUND_MS
  for (;;) {
    const row = await process.newest.get()
    if (row) return row
    if (performance.now() > until)
      throw new Refusal('unavailable', 'The first round begins', { retryAfterS: 1 })
    await sleep(ROUND_KEEP_MS)
  }
}

export async function judgingRound(process: CrashProcess): Promise<CrashRow> {
  tellWanted(process)
  const row = await process.newest.get(RUNNING_KEEP_MS)
  return row?.status === 'running' ? row : currentRound(process)
}

export class Kept<T> {
  readonly #keepMs: number
  readonly #read: () => Promise<T>
  #known: { readonly at: number; readonly value: Promise<T> } | undefined

  constructor(keepMs: number, read: () => Promise<T>) {
    this.#keepMs = keepMs
    this.#read = read
  }

  /** @param atMostMs how old it may be */
  get(atMostMs = this.#keepMs): Promise<T> {
    const at = performance.now()
    if (this.#known && at - this.#known.at < atMostMs) return this.#known.value
    // Belongs to no call: one that is given up must not stop the others.
    const value = outsideCalls(this.#read)
    this.#known = { at, value }
    value.catch(() => {
      if (this.#known?.value === value) this.#known = undefined
    })
    return value
  }

  forget(): void {
    this.#known = undefined
  }
}
