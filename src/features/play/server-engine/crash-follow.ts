import type { Connection } from '#api/connection.ts'
import {
  CRASH_ASK_WITHIN_MS,
  getCrash,
  getCrashBetByKey,
  getCrashClock,
  type CrashBet,
  type CrashEvent,
} from '#contract/crash.ts'
import type { CrashLink, CrashView } from '#features/play/crash-table.ts'
import type { ReadableStore, WritableStore } from '#lib/store.ts'
import type { Turn } from './answer-order.ts'
import {
  countIntoChain,
  refreshChain,
  viewOfShelf,
  type CrashShelf,
  type FollowedChain,
} from './crash-chain.ts'
import {
  clockOffset,
  offsetAfter,
  withBets,
  withEvent,
  withSnapshot,
  type ClockProbe,
  type KnownTable,
} from './crash-events.ts'

/** While a curve rises the server tells of itself more often than that. */
const SILENT_AFTER_MS = 300
/** Betting is closed so soon after its end, and other states follow each other so soon. */
const LOCKED_WITHIN_MS = 1_500
const WAITS_MS = 9_000
/** A connection that was late may be so again: the sign of it stays for so long, and does not flicker. */
export const LAGS_FOR_MS = 1_000
const LONGEST_ASK_MS = 16_000
/** While the snapshot cannot be had it is asked for again. */
const RETRY_MS = 2_000
/** Questions of one measurement of the server's clock. */
const CLOCK_PROBES = 5

/** The server's table as this page follows it. Moments are of `performance.now()`. */
export interface FollowedTable extends FollowedChain {
  readonly connection: ReadableStore<Connection>
  readonly shelf: CrashShelf | undefined
  readonly view: WritableStore<CrashView | undefined>
  readonly link: WritableStore<CrashLink>
  readonly turns: Readonly<Record<'snapshot' | 'ownBets' | 'clock', Turn>>
  readonly showView: (view: CrashView) => void
  /** Called when an open bet of the player has been decided. */
  readonly onDecided: () => void
  isWatched: boolean
  /** `performance.now()` plus this is the server's clock. */
  offset: number
  heardAt: number
  /** When the server was overdue last. */
  silentAt: number
  lookedAt: number
  askedAt: number
  /** Pause between two questions to a server that is silent. */
  askMs: number
  retry: ReturnType<typeof setTimeout> | undefined
  asking: ReturnType<typeof setTimeout> | undefined
}

/** The newest facts, the clock and the chain; asked for again until they come. */
export function catchUp(table: FollowedTable): void {
  clearTimeout(table.retry)
  if (!table.isWatched) return
  measureClock(table).catch(() => {
    showLink(table)
    table.retry = setTimeout(() => catchUp(table), RETRY_MS)
  })
  if (!table.chain.get()) void refreshChain(table)
}

/** The best of some probes counts, and the snapshot is the first one. */
const measureClock = (table: FollowedTable): Promise<void> =>
  table.turns.clock(async () => {
    const probes = [await readSnapshot(table)]
    table.offset = clockOffset(probes) ?? table.offset
    while (probes.length < CLOCK_PROBES && table.isWatched) {
      probes.push((await probe(table, () => table.call(getCrashClock))).probe)
      table.offset = clockOffset(probes) ?? table.offset
    }
  })

/** Fails silently: an event, or a silence, has it asked for again. */
export const refreshTable = (table: FollowedTable): Promise<void> =>
  table.turns.snapshot(async () => void (await readSnapshot(table))).catch(() => undefined)

async function readSnapshot(table: FollowedTable): Promise<ClockProbe> {
  const { answer, probe: asked } = await probe(table, () => table.call(getCrash))
  show(table, withSnapshot(table.known, answer))
  return asked
}

async function probe<T extends { readonly now: number }>(
  table: FollowedTable,
  ask: () => Promise<T>,
): Promise<{ readonly answer: T; readonly probe: ClockProbe }> {
  const sentAt = performance.now()
  const answer = await ask()
  table.heardAt = performance.now()
  return { answer, probe: { sentAt, receivedAt: table.heardAt, serverNow: answer.now } }
}

export function hear(table: FollowedTable, event: CrashEvent): void {
  table.heardAt = performance.now()
  table.askMs = LAGS_FOR_MS
  if (event.type !== 'bets') table.offset = offsetAfter(table.offset, event.now, table.heardAt)
  if (!table.known) return
  const { known, isMissing } = withEvent(table.known, event)
  show(table, known)
  showLink(table)
  if (isMissing) void refreshTable(table)
  else if (hasOwnNews(known.view, event)) {
    clearTimeout(table.asking)
    // The end of a round is news for all players at once.
    const inMs = event.type === 'round' ? CRASH_ASK_WITHIN_MS * Math.random() : 0
    table.asking = setTimeout(() => void refreshOwnBets(table), inMs)
  }
}

/** True if the event tells of something that has happened to an own bet: a target, or the end of its round. */
function hasOwnNews({ mine, round }: CrashView, event: CrashEvent): boolean {
  const open = mine.filter((bet) => bet.status === 'placed')
  if (open.length === 0) return false
  // Bets that are in at the crash are lost, or given back, when the round is settled.
  if (event.type === 'round')
    return ['settled', 'void'].includes(round.status) || open.some((bet) => bet.round !== round.id)
  return (
    event.type === 'bets' &&
    event.listed.some(({ id, cashedAt }) => cashedAt !== null && open.some((bet) => bet.id === id))
  )
}

/** Asks for own bets that are in, one by one: the snapshot has everybody's, and is larger. */
const refreshOwnBets = (table: FollowedTable): Promise<void> =>
  table.turns.ownBets(async () => {
    const open = table.known?.view.mine.filter(({ status }) => status === 'placed') ?? []
    await Promise.all(
      open.map(async ({ key }) =>
        showOwnBet(table, (await table.call(getCrashBetByKey, { params: { key } })).bet),
      ),
    ).catch(() => refreshTable(table))
  })

export function showOwnBet(table: FollowedTable, bet: CrashBet): CrashBet {
  const { known } = table
  if (known) show(table, { ...known, view: { ...known.view, mine: withBets(known.view.mine, [bet]) } })
  return bet
}

function show(table: FollowedTable, next: KnownTable): void {
  if (next === table.known) return
  const before = table.known?.view
  table.known = next
  table.showView(next.view)
  const isNewRound = before?.last[0]?.id !== next.view.last[0]?.id
  if (isNewRound && table.chain.get()) countIntoChain(table, next.view)
  if (isDecided(before, next.view)) table.onDecided()
}

/** True if an own bet that was open is so no more. */
function isDecided(before: CrashView | undefined, { mine }: CrashView): boolean {
  const open = new Set(before?.mine.filter(({ status }) => status === 'placed').map(({ id }) => id))
  return mine.some(({ id, status }) => status !== 'placed' && open.has(id))
}

/** Shows how good the connection is, and asks a server that has been silent for too long. */
export function showLink(table: FollowedTable): void {
  const { connection, view, link, shelf } = table
  if (connection.get() === 'offline') {
    if (!view.get() && shelf) view.set(viewOfShelf(shelf))
    return link.set('offline')
  }
  const at = performance.now()
  const round = table.known?.view.round
  if (round) {
    // A page that was busy itself has not heard what has come.
    const overdueMs = at - table.lookedAt < SILENT_AFTER_MS ? at - dueAt(table, round) : 0
    if (overdueMs > 0) table.silentAt = at
    if (overdueMs > LAGS_FOR_MS && at - table.askedAt > table.askMs) {
      table.askedAt = at
      // Many may watch a server that has trouble.
      table.askMs = Math.min(2 * table.askMs, LONGEST_ASK_MS)
      setTimeout(() => void refreshTable(table), CRASH_ASK_WITHIN_MS * Math.random())
    }
  }
  table.lookedAt = at
  link.set(at - table.silentAt < LAGS_FOR_MS ? 'lagging' : 'live')
}

/** When something must have been heard of the round at the latest. */
function dueAt({ heardAt, offset }: FollowedTable, { status, startAt, locksAt }: CrashView['round']): number {
  if (status === 'running') return Math.max(heardAt, (startAt ?? 0) - offset) + SILENT_AFTER_MS
  if (status === 'betting' && locksAt !== null) return Math.max(heardAt, locksAt - offset) + LOCKED_WITHIN_MS
  // Between two other states the server waits for the beacon, or for what has arrived.
  return heardAt + WAITS_MS
}
