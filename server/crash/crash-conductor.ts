import { setTimeout as sleep } from 'node:timers/promises'
import { CRASH_BEAT_MS } from '#contract/crash.ts'
import { crashAutoOf, crashEndOf, crashTimeOf } from '#rules/crash/crash-curve.ts'
import { autoTaking, restTaking, type CrashTaking } from '#rules/plan/crash-bet.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import type { Database } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/database-trouble.ts'
import type { OpenSharedBet } from '#server/play/shared-record.ts'
import type { SharedPlays } from '#server/play/shared-plays.ts'
import type { Beacon } from './beacon.ts'
import type { CrashChains } from './crash-chain.ts'
import { beatLead } from './crash-leader.ts'
import { openBetsOf, readRoundBets } from './crash-list.ts'
import type { CrashNews } from './crash-news.ts'
import {
  adoptedRound,
  beginRound,
  lockRound,
  momentIn,
  NotLeadingError,
  writeRound,
  type CrashRow,
  type RoundValues,
} from './crash-rounds.ts'
import type { sharedRoundOf, CrashPoints } from './crash-points.ts'
import type { CrashTimes } from './crash-times.ts'

/** What is tried again after a failure of the database. */
const AGAIN_MS = 100
/** All that has arrived is surely decided or given up after so long. */
const DECIDED_WITHIN_MS = 130_000
const SOON_MS = 20
/** Bets of so many players are settled at once. */
const AT_ONCE = 64
/** The longest sleep: it notices that another process leads. */
const LONGEST_SLEEP_MS = 250

export interface ConductorOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly chains: CrashChains
  readonly points: CrashPoints
  readonly beacon: Beacon
  readonly plays: Pick<SharedPlays, 'take'>
  readonly news: CrashNews
  readonly times: CrashTimes
  /** Whether somebody is there to play for. */
  readonly isWanted: () => boolean
  /** Of the lead. */
  readonly epoch: string
  /** Resolves when all cash-outs that have reached this process are decided. */
  readonly decided: () => Promise<void>
  /** Ends it where it stands: whoever leads next goes on by the published rule. */
  readonly signal: AbortSignal
}

/**
 * Leads round after round, as long as somebody is there and this process has the lead. Each state is written before
 * anything depends on it.
 */
export async function conduct(options: ConductorOptions): Promise<void> {
  const { db, clock, logger, chains, points, beacon, plays, news, times, isWanted, epoch, decided } = options
  const lost = new AbortController()
  const signal = AbortSignal.any([options.signal, lost.signal])
  /** By the clock: when this process was known to lead, and when it last could not say so. */
  let beatAt = clock()
  /** When it could not for long: it stood still, or the database was away. */
  const unheard: { readonly from: number; readonly to: number }[] = []
  // What has reached others while nobody led is written down by and by.
  let troubleAt = clock()
  const beating = setInterval(() => void beat().catch(() => (troubleAt = clock())), times.beatMs)

  async function beat(): Promise<void> {
    const at = clock()
    if (await beatLead(db, epoch)) {
      if (at - beatAt > times.leaseMs) unheard.push({ from: beatAt, to: at })
      beatAt = Math.max(beatAt, at)
    } else lost.abort()
  }

  const pause = async (ms: number) => {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
    assertLeading()
  }
  const until = async (at: number) => {
    while (clock() < at) await pause(Math.min(at - clock(), LONGEST_SLEEP_MS))
    assertLeading()
  }
  function assertLeading(): void {
    if (signal.aborted) throw new NotLeadingError('This process leads no more')
  }

  /** Goes on trying while the database is away; another leader ends it. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      assertLeading()
      try {
        return await work()
      } catch (error) {
        if (error instanceof NotLeadingError) throw error
        troubleAt = clock()
        logger.warn({ err: error }, 'a round of Crash waits for the database')
        await pause(AGAIN_MS)
      }
    }
  }

  /** Until then by the clock that all processes share: this one's own may be ahead. */
  async function untilForAll(at: number): Promise<void> {
    await until(at)
    for (;;) {
      const leftMs = at - (await insist(() => readDatabaseTime(db)))
      if (leftMs <= 0) return
      await pause(Math.min(Math.ceil(leftMs), LONGEST_SLEEP_MS))
    }
  }

  const write = async (row: CrashRow, values: RoundValues): Promise<CrashRow> => {
    const known = { ...row, seq: Math.max(row.seq, news.seq()) }
    const written = await insist(() => writeRound(db, known, values))
    await tell(written)
    return written
  }
  async function lock(row: CrashRow, values: RoundValues = {}): Promise<CrashRow> {
    const known = { ...row, seq: Math.max(row.seq, news.seq()) }
    const locked = await insist(() => lockRound(db, known, values))
    await tell(locked)
    return locked
  }
  const tell = async (row: CrashRow): Promise<void> =>
    news.round(row, (await insist(() => chains.byId(row.chain))).lastHash)

  async function begin(): Promise<void> {
    const { chain, game } = await insist(() => chains.next())
    const committed = await insist(() =>
      beginRound(db, epoch, { chain: chain.id, game, at: clock() }).catch((error: unknown) => {
        // It was begun, and the answer was lost: whoever leads next takes it over.
        if (isUniqueViolation(error)) throw new NotLeadingError('A round goes on already')
        throw error
      }),
    )
    await tell(committed)
    const betting = await write(committed, { status: 'betting', locks_at: momentIn(times.bettingMs) })
    await untilForAll((betting.locks_at?.getTime() ?? clock()) + times.lateBetsMs)
    await draw(await lock(betting))
  }

  /** Waits for the beacon. It is asked for the first value after a moment at which no bet could be taken any more. */
  async function draw(locked: CrashRow): Promise<void> {
    const lockedAt = locked.locked_at?.getTime()
    if (lockedAt === undefined) return giveBack(locked)
    // Whoever takes the round over waits no longer.
    const silentAt = lockedAt + times.beaconMs
    await news.flush()
    const value = clock() < silentAt ? await insist(() => beacon.first(lockedAt, silentAt, signal)) : null
    assertLeading()
    if (!value) {
      await until(silentAt)
      logger.error({ alarm: 'beacon', round: locked.id }, 'the beacon is silent: a round of Crash is void')
      return giveBack(locked)
    }
    const running = await write(locked, {
      status: 'running',
      salt: value.value,
      beacon_round: String(value.round),
      beacon_signature: value.signature,
      start_at: momentIn(times.aheadMs),
    })
    await rise(running, false)
  }

  async function rise(row: CrashRow, isAdopted: boolean): Promise<void> {
    const point = await insist(() => points.of(row))
    const startAt = row.start_at?.getTime() ?? 0
    const endAt = startAt + crashEndOf(point)
    const bets = await insist(() => openBetsOf(db, String(row.id)))
    const due = bets
      .map((each) => ({ ...each, auto: crashAutoOf(each.bet.params) }))
      .filter(({ auto }) => auto.point <= point)
      .map((each) => ({ ...each, at: startAt + crashTimeOf(each.auto.point) }))
      .sort((a, b) => a.at - b.at)
    const paying = new Set<Promise<void>>()
    let saidAt = clock()
    while (clock() < endAt) {
      const next = due[0]?.at ?? Infinity
      await pause(Math.max(0, Math.min(next, endAt, Math.max(saidAt + CRASH_BEAT_MS, startAt)) - clock()))
      const now = clock()
      while ((due[0]?.at ?? Infinity) <= now) {
        const first = due.shift()
        if (!first) break
        // What cannot be written now is settled with the others.
        const work = takeOut(row, first.uid, first.bet.id, point, isAdopted)
          .catch((error: unknown) => logger.warn({ err: error }, 'a target is paid at the end of its round'))
          .finally(() => paying.delete(work))
        paying.add(work)
      }
      if (now - saidAt >= CRASH_BEAT_MS && now >= startAt) {
        saidAt = now
        news.beat(row)
      }
    }
    await untilForAll(endAt)
    await insist(beat)
    // While nobody was heard of for so long, nobody could go out here either.
    const isHeard =
      beatAt >= endAt - times.leaseMs && !unheard.some(({ from, to }) => from < endAt && endAt < to)
    const crashed = await write(row, {
      status: 'crashed',
      point,
      game_hash: await insist(() => chains.hashOf(row.chain, row.game)),
      rest: row.rest ?? (isHeard ? 'lost' : 'refund'),
    })
    await Promise.all(paying)
    await settle(crashed, isAdopted)
  }

  /** At its target or cap, if the curve comes so far. */
  async function takeOut(
    row: CrashRow,
    uid: number,
    id: string,
    point: number,
    isAdopted: boolean,
  ): Promise<void> {
    const round = await points.shared(row)
    const by = isAdopted ? 'takeover' : undefined
    const { isNew } = await plays.take(uid, id, round, (bet) => autoTaking(bet, point, by))
    if (isNew) news.changed()
  }

  async function settle(row: CrashRow, isAdopted: boolean): Promise<void> {
    const point = await insist(() => points.of(row))
    const endAt = (row.start_at?.getTime() ?? 0) + crashEndOf(point)
    // Cash-outs that have arrived before the end are written down first, after trouble of the database, too.
    while (clock() < Math.max(endAt, troubleAt) + times.drainMs) await pause(AGAIN_MS)
    await untilDecided()
    // Whoever was replaced meanwhile does not settle what has come to others.
    await insist(beat)
    assertLeading()
    const round = await points.shared(row)
    const by = isAdopted ? 'takeover' : undefined
    await settleAll(row, (bet) => autoTaking(bet, point, by) ?? restTaking(bet, row.rest ?? 'lost'), round)
    await end(row, 'settled')
  }

  /** Until all that has reached this process is decided, which trouble of the database can hold up for long. */
  async function untilDecided(): Promise<void> {
    let isDecided = false
    void decided().then(() => (isDecided = true))
    const until = clock() + DECIDED_WITHIN_MS
    for (await sleep(0); !isDecided && clock() < until;) await pause(SOON_MS)
  }

  async function giveBack(row: CrashRow): Promise<void> {
    // The mark that it is void comes with the lock: whoever takes it over now gives back, too.
    const isLocked = row.status === 'locked'
    const marked = row.rest
      ? row
      : isLocked
        ? await write(row, { rest: 'refund' })
        : await lock(row, { rest: 'refund' })
    const round = await points.shared(marked)
    await settleAll(marked, (bet) => restTaking(bet, 'refund'), round)
    await end(marked, 'void', { game_hash: await insist(() => chains.hashOf(row.chain, row.game)) })
  }

  async function settleAll(
    row: CrashRow,
    takingOf: (bet: OpenSharedBet) => CrashTaking,
    round: ReturnType<typeof sharedRoundOf>,
  ): Promise<void> {
    for (;;) {
      const open = await insist(() => openBetsOf(db, String(row.id)))
      if (open.length === 0) return
      for (let from = 0; from < open.length; from += AT_ONCE) {
        const some = open.slice(from, from + AT_ONCE)
        const done = await Promise.allSettled(
          some.map(({ uid, bet }) => plays.take(uid, bet.id, round, takingOf)),
        )
        const failed = done.find(({ status }) => status === 'rejected')
        if (!failed) continue
        logger.warn({ err: (failed as PromiseRejectedResult).reason }, 'a bet of Crash is settled later')
        await pause(AGAIN_MS)
      }
    }
  }

  async function end(row: CrashRow, status: 'settled' | 'void', more: RoundValues = {}): Promise<void> {
    const { totals } = await insist(() => readRoundBets(db, String(row.id)))
    await news.flush()
    await write(row, {
      status,
      ended_at: momentIn(0),
      ...more,
      bets: totals.bets,
      staked: `${totals.staked}`,
      paid: `${totals.paid}`,
    })
  }

  /** The published rule for a round that another process has left. */
  async function goOn(row: CrashRow): Promise<void> {
    await tell(row)
    switch (row.status) {
      case 'committed':
      case 'betting':
        return giveBack(row)
      case 'locked':
        return row.rest === 'refund' ? giveBack(row) : draw(row)
      case 'running': {
        const endAt = (row.start_at?.getTime() ?? 0) + crashEndOf(await insist(() => points.of(row)))
        const isLeft = (row.unheard_at?.getTime() ?? Infinity) < endAt
        const rest = row.rest ?? (isLeft ? 'refund' : 'lost')
        return rise(row.rest ? row : await write(row, { rest }), true)
      }
      default:
        return settle(row, true)
    }
  }

  try {
    const left = await insist(() => adoptedRound(db, epoch))
    if (left) {
      logger.warn({ round: left.id, status: left.status }, 'a round of Crash is taken over')
      await goOn(left)
      await pause(times.pauseMs)
    }
    while (isWanted()) {
      await begin()
      await pause(times.pauseMs)
    }
  } catch (error) {
    if (!(error instanceof NotLeadingError)) throw error
    if (!options.signal.aborted) logger.warn('another process leads the rounds of Crash')
  } finally {
    clearInterval(beating)
  }
}
