import {
  CRASH_LAST_ROUNDS,
  CRASH_LISTED_BETS,
  type CrashBet,
  type CrashEvent,
  type CrashListedBet,
  type CrashRound,
  type CrashSnapshot,
} from '#contract/crash.ts'
import type { CrashView } from '#features/play/crash-table.ts'

export interface KnownTable {
  readonly view: CrashView
  /** Number of the round's last change that is in it. */
  readonly seq: number
}

/** Own bets of all rounds that can be looked at; the server tells only of the last two. */
const KEPT_BETS = 2 * CRASH_LAST_ROUNDS

const isFinal = ({ status }: CrashRound) => status === 'settled' || status === 'void'
/** Ids are numbers that grow. */
const isNewer = (a: string, b: string) => a.length > b.length || (a.length === b.length && a > b)

/** The snapshot may be older than an event that came meanwhile. */
export function withSnapshot(known: KnownTable | undefined, snapshot: CrashSnapshot): KnownTable {
  const { round, mine, last, latency, voids, seq } = snapshot
  const before = known?.view
  const isOld =
    before !== undefined &&
    (isNewer(before.round.id, round.id) ||
      (before.round.id === round.id && known !== undefined && known.seq > seq))
  return {
    seq: isOld && known ? known.seq : seq,
    view: {
      latency,
      voids,
      round: isOld ? before.round : round,
      last: isOld ? before.last : last,
      mine: withBets(before?.mine ?? [], mine),
    },
  }
}

/** Newest first. */
export function withBets(known: readonly CrashBet[], news: readonly CrashBet[]): readonly CrashBet[] {
  const ids = new Set(news.map(({ id }) => id))
  return [...news, ...known.filter(({ id }) => !ids.has(id))]
    .toSorted((a, b) => (isNewer(a.id, b.id) ? -1 : isNewer(b.id, a.id) ? 1 : 0))
    .slice(0, KEPT_BETS)
}

/** `isMissing`: an event before it has not come, and the snapshot has to be asked for. */
export function withEvent(
  known: KnownTable,
  event: CrashEvent,
): { readonly known: KnownTable; readonly isMissing: boolean } {
  if (event.type === 'beat') return { known, isMissing: event.round !== known.view.round.id }
  const { view, seq } = known
  const id = event.type === 'round' ? event.round.id : event.round
  const isNext = isNewer(id, view.round.id)
  if (isNewer(view.round.id, id) || (!isNext && event.seq <= seq)) return { known, isMissing: false }
  const isMissing = isNext ? event.type !== 'round' : event.seq > seq + 1
  if (event.type === 'round') {
    const round = { ...event.round, locksAt: event.locksAt, listed: isNext ? [] : view.round.listed }
    const last = isFinal(event.round) ? withRound(view.last, event.round) : view.last
    return { known: { seq: event.seq, view: { ...view, round, last } }, isMissing }
  }
  if (isNext) return { known, isMissing: true }
  const { bets, staked, listed, gone } = event
  const round = { ...view.round, bets, staked, listed: withListed(view.round.listed, listed, gone) }
  return { known: { seq: event.seq, view: { ...view, round } }, isMissing }
}

function withRound(last: readonly CrashRound[], round: CrashRound): readonly CrashRound[] {
  return [round, ...last.filter(({ id }) => id !== round.id)].slice(0, CRASH_LAST_ROUNDS)
}

function withListed(
  known: readonly CrashListedBet[],
  news: readonly CrashListedBet[],
  gone: readonly string[],
): CrashListedBet[] {
  const changed = new Map(news.map((bet) => [bet.id, bet]))
  const kept = known.filter(({ id }) => !gone.includes(id)).map((bet) => changed.get(bet.id) ?? bet)
  const ids = new Set(kept.map(({ id }) => id))
  return [...kept, ...news.filter(({ id }) => !ids.has(id))].slice(0, CRASH_LISTED_BETS)
}

/** One question for the server's clock; all in milliseconds. */
export interface ClockProbe {
  /** By `performance.now()`, as `receivedAt`. */
  readonly sentAt: number
  readonly receivedAt: number
  /** Since the epoch. */
  readonly serverNow: number
}

const roundTrip = ({ sentAt, receivedAt }: ClockProbe) => receivedAt - sentAt

/**
 * The server's clock minus `performance.now()`, by the probe with the shortest round trip: it can be wrong by half of
 * that. Undefined without a probe.
 */
export function clockOffset(probes: readonly ClockProbe[]): number | undefined {
  const [best] = probes.toSorted((a, b) => roundTrip(a) - roundTrip(b))
  return best && best.serverNow - (best.sentAt + best.receivedAt) / 2
}

/** The offset after an event that the server sent at `serverNow`: its clock cannot be behind that by now. */
export function offsetAfter(offset: number, serverNow: number, receivedAt: number): number {
  return Math.max(offset, serverNow - receivedAt)
}
