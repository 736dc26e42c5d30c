import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CRASH_LAST_ROUNDS,
  CRASH_ROUNDS_OF_DAY_PER_PAGE,
  CRASH_ROUNDS_PER_PAGE,
  type CrashChainSchema,
  type CrashLatency,
  type CrashRound,
  type CrashSnapshot,
  type listCrashRounds,
} from '#contract/crash.ts'
import type * as v from 'valibot'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type { Clock } from '#server/base/clock.ts'
import { createDetachedCalls, type DetachedCalls } from '#server/base/detached-calls.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { repeat, type Repeating } from '#server/base/repeat.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import type { SharedPlays } from '#server/play/shared-plays.ts'
import type { Beacon } from './beacon.ts'
import { readEndedOn } from './crash-day.ts'
import { createCrashBets, type CrashBets } from './crash-bets.ts'
import { createCrashChains, type Chain } from './crash-chain.ts'
import { conduct } from './crash-conductor.ts'
import { createCrashLatencies } from './crash-latency.ts'
import { leaveLead, takeLead } from './crash-leader.ts'
import { readOwnBets, readRoundBets, type RoundBets } from './crash-list.ts'
import { createCrashNews, CRASH_BETS_TOPIC, CRASH_TOPIC, CRASH_WANTED_TOPIC } from './crash-news.ts'
import { createCrashPoints } from './crash-points.ts'
import { isOpen, newestRound, toCrashRound, type CrashRow, type Totals } from './crash-rounds.ts'
import { CRASH_TIMES, type CrashTimes } from './crash-times.ts'

const DAY_MS = 24 * 60 * 60_000
/** What many ask for at once is read once. */
const ROUND_KEEP_MS = 50
/** What cash-outs are judged by does not change while the curve runs. */
const RUNNING_KEEP_MS = 1_000
const LIST_KEEP_MS = 200
const LAST_KEEP_MS = 2_000
/** Changes of a round's bets are gathered for so long. */
const GATHER_MS = 100
/** How often a process at rest looks whether somebody watches by now; it asks the database nothing. */
const REST_LOOK_MS = 2_000
/** How often a process tells the others that somebody is there. */
const WANTED_EVERY_MS = 5_000
const FIRST_ROUND_MS = 4_000
const CLOSES_WITHIN_MS = 15_000

interface CrashOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  readonly feed: Pick<Feed, 'publish' | 'follow'>
  readonly plays: SharedPlays
  readonly beacon: Beacon
  /** Compares the clock with the one that all processes share. */
  readonly compareClock?: (() => Promise<unknown>) | undefined
  /** Whether somebody watches in this process. */
  readonly isWatched?: (() => boolean) | undefined
  /** Games of a new chain. */
  readonly chainLength?: number | undefined
  readonly times?: Partial<CrashTimes> | undefined
}

export interface Crash {
  readonly bets: CrashBets
  /** Cash-outs that have reached this process; no round is settled before they are decided. */
  readonly arriving: DetachedCalls
  /** Waits for the first round of all, for which a chain of a million hashes is made. @throws Refusal `unavailable` */
  ready(): Promise<unknown>
  snapshot(uid: number | null): Promise<CrashSnapshot>
  /** Rounds that are over, the newest first; of all days, or of one. */
  rounds(asked: ParsedRequest<typeof listCrashRounds>['query']): Promise<DataOf<typeof listCrashRounds>>
  chain(): Promise<v.InferOutput<typeof CrashChainSchema>>
  /** How long cash-outs take; asking starts no round. */
  latency(): Promise<CrashLatency | null>
  /** From now on this process leads where nobody does, beginning with a round that was left. */
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
  times: given,
}: CrashOptions): Crash {
  const times = { ...CRASH_TIMES, ...given }
  const chains = createCrashChains({ db, secrets, clock, length: chainLength })
  const points = createCrashPoints(chains)
  const arriving = createDetachedCalls()
  const latencies = createCrashLatencies({ db, clock, logger })
  const holder = randomUUID()
  const stopping = new AbortController()
  /** By `performance.now()`. */
  let wantedAt = -Infinity
  let toldAt = -Infinity
  /** Whether a round goes on, as far as this process knows: somebody has to lead it. */
  let isGoingOn = true
  let heard: { readonly round: string; readonly seq: number } | undefined
  let leading: Promise<void> | undefined
  let watch: Repeating | undefined

  const newest = createKept(ROUND_KEEP_MS, () => newestRound(db))
  const latest = createKept(LAST_KEEP_MS, () => readEnded(CRASH_LAST_ROUNDS))
  const voids = createKept(LAST_KEEP_MS, countVoids)
  const lists = new Map<string, () => Promise<RoundBets>>()

  const stopFollowing = feed.follow([CRASH_TOPIC, CRASH_WANTED_TOPIC], {
    onEvent({ topic, data }) {
      if (topic === CRASH_WANTED_TOPIC) return want()
      hear(
        data as { type?: string; seq?: number; round?: string | { id: string; status: CrashRow['status'] } },
      )
    },
    onGap() {
      newest.forget()
      // A round may have begun of which this process was not told.
      isGoingOn = true
      watch?.wake()
    },
  })

  function hear(event: {
    type?: string
    seq?: number
    round?: string | { id: string; status: CrashRow['status'] }
  }) {
    const { round } = event
    if (event.seq !== undefined && round !== undefined) {
      heard = { round: typeof round === 'string' ? round : round.id, seq: event.seq }
    }
    if (typeof round !== 'object') return
    newest.forget()
    latest.forget()
    voids.forget()
    isGoingOn = isOpen(round)
    if (isGoingOn) watch?.wake()
  }

  /** Somebody is there to play for. */
  function want(): void {
    wantedAt = performance.now()
    watch?.wake()
  }
  function tellWanted(): void {
    want()
    if (performance.now() - toldAt < WANTED_EVERY_MS) return
    toldAt = performance.now()
    feed.publish(CRASH_WANTED_TOPIC, null)
  }
  const isWanted = () => isWatched() || performance.now() - wantedAt < times.restAfterMs

  // While a round goes on or is wanted it is looked whether somebody leads; at rest the database is asked nothing.
  const lookForLead = async () => {
    if (!stopping.signal.aborted && !leading && (isGoingOn || isWanted())) await tryToLead()
    if (isWatched() && performance.now() - toldAt >= WANTED_EVERY_MS) tellWanted()
    const isBusy = isGoingOn || isWanted()
    // Cash-outs are judged by this process's clock: while rounds go on it is never wrong for long.
    if (isBusy) compareClock().catch(() => {})
    return { pauseMs: isBusy ? times.watchMs : REST_LOOK_MS, wokenMs: isBusy ? times.watchMs : 0 }
  }

  async function tryToLead(): Promise<void> {
    try {
      if (!isWanted()) {
        const row = await newestRound(db)
        isGoingOn = row !== undefined && isOpen(row)
        if (!isGoingOn) return
      }
      const epoch = await takeLead(db, holder, times.leaseMs)
      if (epoch === null) return
      logger.info({ holder, epoch }, 'this process leads the rounds of Crash')
      const news = createCrashNews({ db, feed, logger, clock })
      leading = conduct({
        db,
        clock,
        logger,
        chains,
        points,
        beacon,
        plays,
        news,
        times,
        isWanted,
        epoch,
        decided: arriving.settled,
        signal: stopping.signal,
      })
        .catch((error: unknown) => logger.error({ err: error }, 'rounds of Crash cannot be led'))
        .then(() => news.stop())
        .then(() => leaveLead(db, epoch))
        .catch((error: unknown) => logger.warn({ err: error }, 'the lead of Crash runs out by itself'))
        .finally(() => {
          leading = undefined
          watch?.wake()
        })
    } catch (error) {
      logger.warn({ err: error }, 'it is not known who leads the rounds of Crash')
    }
  }

  /** The newest round; the very first one is begun when somebody asks. */
  async function current(): Promise<CrashRow> {
    tellWanted()
    const until = performance.now() + FIRST_ROUND_MS
    for (;;) {
      const row = await newest.get()
      if (row) return row
      if (performance.now() > until)
        throw new Refusal('unavailable', 'The first round begins', { retryAfterS: 1 })
      await sleep(ROUND_KEEP_MS)
    }
  }

  /** The newest round for a cash-out, which does not wait while the curve runs. */
  async function judging(): Promise<CrashRow> {
    tellWanted()
    const row = await newest.get(RUNNING_KEEP_MS)
    return row?.status === 'running' ? row : current()
  }

  const readRound = (id: string) =>
    db.selectFrom('crash_round').selectAll().where('id', '=', id).executeTakeFirst()

  function readEnded(limit: number, after?: string): Promise<CrashRow[]> {
    return db
      .selectFrom('crash_round')
      .selectAll()
      .where('status', 'in', ['settled', 'void'])
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  const shownRound = async (row: CrashRow, live?: Totals): Promise<CrashRound> =>
    toCrashRound(row, (await chains.byId(row.chain)).lastHash, live)

  async function countVoids(): Promise<number> {
    const { n } = await db
      .selectFrom('crash_round')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('status', '=', 'void')
      .where('ended_at', '>', new Date(clock() - DAY_MS))
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  function listOf(round: string): Promise<RoundBets> {
    let list = lists.get(round)
    if (!list) {
      lists.clear()
      list = createKept(LIST_KEEP_MS, () => readRoundBets(db, round)).get
      lists.set(round, list)
    }
    return list()
  }

  /** Many bets of one moment are told of once: whoever leads reads them all. */
  const changedRounds = new Set<string>()
  function tellChanged(round: string): void {
    if (changedRounds.has(round)) return
    changedRounds.add(round)
    setTimeout(() => {
      changedRounds.delete(round)
      feed.publish(CRASH_BETS_TOPIC, round)
    }, GATHER_MS).unref()
  }

  const bets = createCrashBets({
    plays,
    points,
    logger,
    newest: current,
    judging,
    round: readRound,
    changed: tellChanged,
    decided: latencies.add,
  })

  return {
    bets,
    arriving,
    ready: current,
    async snapshot(uid) {
      // First: what is read afterwards is never older than that.
      const before = heard
      const row = await current()
      const id = String(row.id)
      const [{ listed, totals }, ended, latency, voidCount] = await Promise.all([
        listOf(id),
        latest.get(),
        latencies.read(),
        voids.get(),
      ])
      const rounds = [
        id,
        ...ended
          .filter((each) => each.id !== row.id)
          .slice(0, 1)
          .map((each) => String(each.id)),
      ]
      const mine = uid === null ? [] : await readOwnBets(db, bucketOf(uid), uid, rounds)
      return {
        now: clock(),
        seq: Math.max(row.seq, before?.round === id ? before.seq : 0),
        round: {
          ...(await shownRound(row, totals)),
          locksAt: row.status === 'betting' ? (row.locks_at?.getTime() ?? null) : null,
          listed: [...listed],
        },
        mine: await Promise.all(mine.map(bets.toBet)),
        last: await Promise.all(ended.map((each) => shownRound(each))),
        latency,
        voids: voidCount,
      }
    },
    async rounds({ after, day }) {
      const most = day === undefined ? CRASH_ROUNDS_PER_PAGE : CRASH_ROUNDS_OF_DAY_PER_PAGE
      const rows =
        day === undefined
          ? await readEnded(most + 1, after)
          : await readEndedOn(db, day, { limit: most + 1, after })
      const page = rows.slice(0, most)
      const last = rows.length > most ? page.at(-1) : undefined
      return {
        rounds: await Promise.all(page.map((row) => shownRound(row))),
        next: last ? String(last.id) : null,
        ...(day !== undefined && { day }),
      }
    },
    async chain() {
      const { lastHash, length, played, publishedAt, successor, earlier } = await chains.state()
      const published = (chain: Chain) => ({
        lastHash: chain.lastHash,
        length: chain.length,
        publishedAt: chain.publishedAt.toISOString(),
      })
      return {
        lastHash,
        length,
        played,
        saltRule: beacon.rule,
        publishedAt: publishedAt.toISOString(),
        successor: successor && published(successor),
        earlier: earlier.map(published),
      }
    },
    latency: () => latencies.read(),
    start() {
      watch ??= repeat(lookForLead)
    },
    async close() {
      stopping.abort()
      stopFollowing()
      await watch?.stop()
      await leading
      // What has arrived is done, even if nobody waits for the answer any more.
      await Promise.race([arriving.settled(), sleep(CLOSES_WITHIN_MS, undefined, { ref: false })])
      await latencies.stop()
    },
  }
}

/** Reads something once for all who ask within a time. */
function createKept<T>(keepMs: number, read: () => Promise<T>) {
  let known: { readonly at: number; readonly value: Promise<T> } | undefined
  return {
    /** @param atMostMs how old it may be */
    get(atMostMs = keepMs): Promise<T> {
      const at = performance.now()
      if (known && at - known.at < atMostMs) return known.value
      // Of no call: one that is given up must not stop the others.
      const value = outsideCalls(read)
      known = { at, value }
      value.catch(() => {
        if (known?.value === value) known = undefined
      })
      return value
    },
    forget() {
      known = undefined
    },
  }
}
