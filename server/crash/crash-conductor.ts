import { setTimeout as sleep } from 'node:timers/promises'
import { CRASH_BEAT_MS } from '#contract/crash.ts'
import { crashAutoOf, crashEndOf, crashTimeOf } from '#rules/crash/crash-curve.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { BEACON_SECONDS, SILENT_BEACONS } from '#server/base/metrics.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import type { Database } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/database-trouble.ts'
import type { AskedTaking } from '#server/play/play-requests.ts'
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
import type { CrashPoints } from './crash-points.ts'
import type { CrashTimes } from './crash-times.ts'
import { tellOfStakesBack } from './stakes-back.ts'

const AGAIN_MS = 100
/** All that has arrived is surely decided or given up within this time. */
const DECIDED_WITHIN_MS = 130_000
const SOON_MS = 20
const AT_ONCE = 64
/** The longest sleep: it notices that another process leads. */
const LONGEST_SLEEP_MS = 250

interface ConductorOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly chains: CrashChains
  readonly points: CrashPoints
  readonly beacon: Beacon
  readonly plays: Pick<SharedPlays, 'take'>
  readonly news: CrashNews
  readonly times: CrashTimes
  readonly isWanted: () => boolean
  readonly epoch: string
  /** Resolves when all cash-outs that have reached this process are decided. */
  readonly decided: () => Promise<void>
  /** Ends it where it stands: the next leader goes on by the published rule. */
  readonly leaving: AbortSignal
}

interface Lead extends ConductorOptions {
  readonly lost: AbortController
  readonly signal: AbortSignal
  /** By the clock: when this process was last known to lead. */
  beatAt: number
  /** When it could not say so for long: it stood still, or the database was away. */
  readonly unheard: { readonly from: number; readonly to: number }[]
  /** When the database was away last. It begins with the lead: what has reached others meanwhile is yet to be written. */
  troubleAt: number
}

/**
 * Leads round after round, as long as somebody is there and this process has the lead. Each state is written before
 * anything depends on it.
 */
export async function conduct(options: ConductorOptions): Promise<void> {
  const { db, clock, logger, times, isWanted, epoch, leaving } = options
  const lost = new AbortController()
  const lead: Lead = {
    ...options,
    lost,
    signal: AbortSignal.any([leaving, lost.signal]),
    beatAt: clock(),
    unheard: [],
    troubleAt: clock(),
  }
  const beating = setInterval(() => void beat(lead).catch(() => (lead.troubleAt = clock())), times.beatMs)
  try {
    const left = await insist(lead, () => adoptedRound(db, epoch))
    if (left) {
      logger.warn({ round: left.id, status: left.status }, 'a round of Crash is taken over')
      await goOn(lead, left)
      await pause(lead, times.pauseMs)
    }
    while (isWanted()) {
      await begin(lead)
      await pause(lead, times.pauseMs)
    }
  } catch (error) {
    if (!(error instanceof NotLeadingError)) throw error
    if (!leaving.aborted) logger.warn('another process leads the rounds of Crash')
  } finally {
    clearInterval(beating)
  }
}

async function begin(lead: Lead): Promise<void> {
  const { db, clock, chains, times, epoch } = lead
  const { chain, game } = await insist(lead, () => chains.next())
  const committed = await insist(lead, () =>
    beginRound(db, epoch, { chain: chain.id, game, at: clock() }).catch((error: unknown) => {
      // It was begun, and the answer was lost: the next leader takes it over.
      if (isUniqueViolation(error)) throw new NotLeadingError('A round goes on already')
      throw error
    }),
  )
  await tell(lead, committed)
  const betting = await write(lead, committed, { status: 'betting', locks_at: momentIn(times.bettingMs) })
  await untilForAll(lead, (betting.locks_at?.getTime() ?? clock()) + times.lateBetsMs)
  await draw(lead, await lock(lead, betting))
}

/** Waits for the beacon. It is asked for the first value after a moment at which no bet could be taken any more. */
async function draw(lead: Lead, locked: CrashRow): Promise<void> {
  const { clock, logger, beacon, news, times, signal } = lead
  const lockedAt = locked.locked_at?.getTime()
  if (lockedAt === undefined) return giveBack(lead, locked)
  // A leader that takes the round over waits no longer.
  const silentAt = lockedAt + times.beaconMs
  await news.flush()
  const value = clock() < silentAt ? await insist(lead, () => beacon.first(lockedAt, silentAt, signal)) : null
  assertLeading(lead)
  if (!value) {
    await until(lead, silentAt)
    SILENT_BEACONS.inc()
    logger.error({ alarm: 'beacon', round: locked.id }, 'the beacon is silent: a round of Crash is void')
    return giveBack(lead, locked)
  }
  BEACON_SECONDS.observe((clock() - lockedAt) / 1_000)
  const running = await write(lead, locked, {
    status: 'running',
    salt: value.value,
    beacon_round: String(value.round),
    beacon_signature: value.signature,
    start_at: momentIn(times.aheadMs),
  })
  await rise(lead, running, false)
}

async function rise(lead: Lead, row: CrashRow, isAdopted: boolean): Promise<void> {
  const { db, clock, logger, chains, points, news, times } = lead
  const point = await insist(lead, () => points.of(row))
  const startAt = row.start_at?.getTime() ?? 0
  const endAt = startAt + crashEndOf(point)
  const bets = await insist(lead, () => openBetsOf(db, String(row.id)))
  const due = bets
    .map((each) => ({ ...each, auto: crashAutoOf(each.bet.params) }))
    .filter(({ auto }) => auto.point <= point)
    .map((each) => ({ ...each, at: startAt + crashTimeOf(each.auto.point) }))
    .sort((a, b) => a.at - b.at)
  const paying = new Set<Promise<void>>()
  let saidAt = clock()
  while (clock() < endAt) {
    const next = due[0]?.at ?? Infinity
    const wakeAt = Math.min(next, endAt, Math.max(saidAt + CRASH_BEAT_MS, startAt))
    await pause(lead, Math.max(0, wakeAt - clock()))
    const now = clock()
    while ((due[0]?.at ?? Infinity) <= now) {
      const first = due.shift()
      if (!first) break
      // A target that cannot be written now is paid when the round is settled.
      const work = payTarget(lead, row, first, point, isAdopted)
        .catch((error: unknown) => logger.warn({ err: error }, 'a target is paid at the end of its round'))
        .finally(() => paying.delete(work))
      paying.add(work)
    }
    if (now - saidAt >= CRASH_BEAT_MS && now >= startAt) {
      saidAt = now
      news.beat(row)
    }
  }
  await untilForAll(lead, endAt)
  await insist(lead, () => beat(lead))
  // While the leader could not say that it leads, nobody could go out here either.
  const isHeard =
    lead.beatAt >= endAt - times.leaseMs && !lead.unheard.some(({ from, to }) => from < endAt && endAt < to)
  const crashed = await write(lead, row, {
    status: 'crashed',
    point,
    game_hash: await insist(lead, () => chains.hashOf(row.chain, row.game)),
    rest: row.rest ?? (isHeard ? 'lost' : 'refund'),
  })
  await Promise.all(paying)
  await settle(lead, crashed, isAdopted)
}

async function payTarget(
  { points, plays, news }: Lead,
  row: CrashRow,
  { uid, bet }: { readonly uid: number; readonly bet: { readonly id: string } },
  point: number,
  isAdopted: boolean,
): Promise<void> {
  const round = await points.shared(row)
  const by = isAdopted ? 'takeover' : undefined
  const { isNew } = await plays.take(uid, bet.id, round, { type: 'target', point, by })
  if (isNew) news.changed()
}

async function settle(lead: Lead, row: CrashRow, isAdopted: boolean): Promise<void> {
  const { clock, points, times } = lead
  const point = await insist(lead, () => points.of(row))
  const endAt = (row.start_at?.getTime() ?? 0) + crashEndOf(point)
  // Cash-outs that have arrived before the end are written down first, after trouble of the database, too.
  while (clock() < Math.max(endAt, lead.troubleAt) + times.drainMs) await pause(lead, AGAIN_MS)
  await untilDecided(lead)
  // A leader that was replaced meanwhile does not settle what has come to others.
  await insist(lead, () => beat(lead))
  assertLeading(lead)
  const by = isAdopted ? 'takeover' : undefined
  await settleAll(lead, row, { type: 'end', point, by, rest: row.rest ?? 'lost' })
  await end(lead, row, 'settled')
}

async function untilDecided(lead: Lead): Promise<void> {
  const { clock, decided } = lead
  let isDecided = false
  void decided().then(() => (isDecided = true))
  const latest = clock() + DECIDED_WITHIN_MS
  for (await sleep(0); !isDecided && clock() < latest;) await pause(lead, SOON_MS)
}

async function giveBack(lead: Lead, row: CrashRow): Promise<void> {
  const { chains } = lead
  // The mark that it is void comes with the lock: a leader that takes it over now gives back, too.
  const isLocked = row.status === 'locked'
  const marked = row.rest
    ? row
    : isLocked
      ? await write(lead, row, { rest: 'refund' })
      : await lock(lead, row, { rest: 'refund' })
  await settleAll(lead, marked, { type: 'end', point: null, by: undefined, rest: 'refund' })
  await end(lead, marked, 'void', {
    game_hash: await insist(lead, () => chains.hashOf(row.chain, row.game)),
  })
}

async function settleAll(lead: Lead, row: CrashRow, taking: AskedTaking): Promise<void> {
  const { db, logger, points, plays } = lead
  const round = await points.shared(row)
  for (;;) {
    const open = await insist(lead, () => openBetsOf(db, String(row.id)))
    if (open.length === 0) return
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const some = open.slice(from, from + AT_ONCE)
      const done = await Promise.allSettled(
        some.map(({ uid, bet }) => plays.take(uid, bet.id, round, taking)),
      )
      const failed = done.find(({ status }) => status === 'rejected')
      if (!failed) continue
      logger.warn({ err: (failed as PromiseRejectedResult).reason }, 'a bet of Crash is settled later')
      await pause(lead, AGAIN_MS)
    }
  }
}

async function end(
  lead: Lead,
  row: CrashRow,
  status: 'settled' | 'void',
  more: RoundValues = {},
): Promise<void> {
  const { totals } = await insist(lead, () => readRoundBets(lead.db, String(row.id)))
  await lead.news.flush()
  const ended = {
    status,
    ended_at: momentIn(0),
    ...more,
    bets: totals.bets,
    staked: `${totals.staked}`,
    paid: `${totals.paid}`,
  }
  await change(lead, row, (known) =>
    lead.db.transaction().execute(async (trx) => {
      if (known.rest === 'refund') await tellOfStakesBack(trx, known, lead.clock())
      return writeRound(trx, known, ended)
    }),
  )
}

/** The published rule for a round that another process has left. */
async function goOn(lead: Lead, row: CrashRow): Promise<void> {
  await tell(lead, row)
  switch (row.status) {
    case 'committed':
    case 'betting':
      return giveBack(lead, row)
    case 'locked':
      return row.rest === 'refund' ? giveBack(lead, row) : draw(lead, row)
    case 'running': {
      const point = await insist(lead, () => lead.points.of(row))
      const endAt = (row.start_at?.getTime() ?? 0) + crashEndOf(point)
      const isLeft = (row.unheard_at?.getTime() ?? Infinity) < endAt
      const rest = row.rest ?? (isLeft ? 'refund' : 'lost')
      return rise(lead, row.rest ? row : await write(lead, row, { rest }), true)
    }
    default:
      return settle(lead, row, true)
  }
}

async function beat(lead: Lead): Promise<void> {
  const at = lead.clock()
  if (await beatLead(lead.db, lead.epoch)) {
    if (at - lead.beatAt > lead.times.leaseMs) lead.unheard.push({ from: lead.beatAt, to: at })
    lead.beatAt = Math.max(lead.beatAt, at)
  } else lead.lost.abort()
}

const write = (lead: Lead, row: CrashRow, values: RoundValues) =>
  change(lead, row, (known) => writeRound(lead.db, known, values))

const lock = (lead: Lead, row: CrashRow, values: RoundValues = {}) =>
  change(lead, row, (known) => lockRound(lead.db, known, values))

async function change(
  lead: Lead,
  row: CrashRow,
  work: (known: CrashRow) => Promise<CrashRow>,
): Promise<CrashRow> {
  const known = { ...row, seq: Math.max(row.seq, lead.news.seq()) }
  const changed = await insist(lead, () => work(known))
  await tell(lead, changed)
  return changed
}

async function tell(lead: Lead, row: CrashRow): Promise<void> {
  lead.news.round(row, (await insist(lead, () => lead.chains.byId(row.chain))).lastHash)
}

async function insist<T>(lead: Lead, work: () => Promise<T>): Promise<T> {
  for (;;) {
    assertLeading(lead)
    try {
      return await work()
    } catch (error) {
      if (error instanceof NotLeadingError) throw error
      lead.troubleAt = lead.clock()
      lead.logger.warn({ err: error }, 'a round of Crash waits for the database')
      await pause(lead, AGAIN_MS)
    }
  }
}

async function pause(lead: Lead, ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: lead.signal }).catch(() => {})
  assertLeading(lead)
}

async function until(lead: Lead, at: number): Promise<void> {
  while (lead.clock() < at) await pause(lead, Math.min(at - lead.clock(), LONGEST_SLEEP_MS))
  assertLeading(lead)
}

/** Until then by the clock that all processes share: this one's own may be ahead. */
async function untilForAll(lead: Lead, at: number): Promise<void> {
  await until(lead, at)
  for (;;) {
    const leftMs = at - (await insist(lead, () => readDatabaseTime(lead.db)))
    if (leftMs <= 0) return
    await pause(lead, Math.min(Math.ceil(leftMs), LONGEST_SLEEP_MS))
  }
}

function assertLeading({ signal }: Lead): void {
  if (signal.aborted) throw new NotLeadingError('This process leads no more')
}
