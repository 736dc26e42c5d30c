import type { CrashBet } from '#contract/crash.ts'
import type { CrashChainFacts, CrashOrder, CrashTable, CrashView } from '#features/play/crash-table.ts'
import { createStartKeeper, createWatch } from '#features/play/crash-start.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore, type WritableStore } from '#lib/store.ts'
import type { AutoPlayChange } from '#rules/plan/auto-play.ts'
import { isSameValue } from '#rules/same-value.ts'
import type { AccountRecord, RandomSource } from './account-record.ts'
import { crashSettledOf } from './crash-bet-record.ts'
import {
  addCrashBet,
  advanceCrash,
  cancelCrashBet,
  crashDueAt,
  createCrashRecord,
  isOver,
  readCrashRecord,
  takeCrashBet,
  type CrashBetRecord,
  type CrashPaid,
  type CrashRecord,
} from './crash-record.ts'
import { toSettledCrashBet, type CrashSettledRecord } from './crash-settled-record.ts'
import { endOf, toChainFacts, toCrashBet, toCrashView } from './crash-view.ts'
import { DEMO_LIMITS } from './demo-coin.ts'
import { createLocalAutoPlays, type LocalAutoPlays } from './local-auto-plays.ts'
import { toPlayError } from './play-failure.ts'
import type { Change, Opened, PlayVault } from './play-vault.ts'

/** A page that slept has missed its timer: it looks at least so often. */
const LONGEST_WAIT_MS = 1_000

export interface LocalCrashOptions {
  readonly vault: PlayVault
  readonly random?: RandomSource
  readonly now?: () => number
  readonly autoPlays?: LocalAutoPlays
  /** Called with the bets of a round that is over, once they are in the history. */
  readonly onSettled?: (bets: readonly SettledCrashBet[]) => void
}

interface LocalTable extends Required<LocalCrashOptions> {
  readonly chain: WritableStore<CrashChainFacts | undefined>
  readonly showView: (view: CrashView) => void
  isWatched: boolean
  isAdvancing: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  known: CrashRecord | undefined
}

/**
 * Rounds that this device makes for itself, with demo coins. They go on while somebody watches, in any tab: each change
 * is a transaction that looks first if it is still due.
 */
export function createLocalCrash({
  vault,
  random = (bytes) => crypto.getRandomValues(bytes),
  // The same in all tabs, which a page's own clock is not after the device has slept.
  now = Date.now,
  autoPlays = createLocalAutoPlays(now),
  onSettled = () => undefined,
}: LocalCrashOptions): CrashTable {
  const view = createStore<CrashView | undefined>(undefined)
  const table: LocalTable = {
    vault,
    random,
    now,
    autoPlays,
    onSettled,
    chain: createStore<CrashChainFacts | undefined>(undefined),
    showView: createStartKeeper(view.set, now),
    isWatched: false,
    isAdvancing: false,
    timer: undefined,
    known: undefined,
  }
  const presses = new Map<string, number>()
  vault.onOtherTab(() => void advance(table))
  return {
    view,
    chain: table.chain,
    link: createStore<'live'>('live'),
    seat: {
      place: (order) => answered(table, () => place(table, order)),
      cancel: (betId) => answered(table, () => cancel(table, betId)),
      cashOut(betId, share, key) {
        const at = now()
        presses.set(key, at)
        return answered(table, () => cashOut(table, betId, { share, key, at }))
      },
    },
    now,
    isShared: false,
    pressedAt: (key) => presses.get(key),
    watch: createWatch(() => {
      table.isWatched = true
      void advance(table)
      return () => {
        table.isWatched = false
        clearTimeout(table.timer)
      }
    }),
  }
}

async function answered(
  table: LocalTable,
  work: () => Promise<CrashBetRecord | undefined>,
): Promise<CrashBet> {
  try {
    const bet = await work()
    if (!bet) throw new PlayError('storage_failed', 'Nothing was changed')
    return toCrashBet(bet)
  } catch (error) {
    throw toPlayError(error, 'bet')
  } finally {
    void advance(table)
  }
}

interface Placed {
  readonly bet: CrashBetRecord
  readonly change: AutoPlayChange | null
}

async function place(
  table: LocalTable,
  { key, stake, ...order }: CrashOrder,
): Promise<CrashBetRecord | undefined> {
  const { autoPlays, now } = table
  const [target, autoPlay] = [order.target ?? null, order.autoPlay ?? null]
  try {
    const placed = await change<Placed>(table, (record, account) => {
      const known = record.mine.find((bet) => bet.key === key)
      if (known) return { record, paid: new Map(), answer: { bet: known, change: null } }
      const facts = {
        limits: DEMO_LIMITS,
        now: now(),
        run: autoPlays.current(),
        waiting: autoPlays.waiting(),
      }
      const wanted = { key, account: account.startedAt, stake, target, autoPlay }
      const added = addCrashBet(record, wanted, facts)
      if (stake > account.balance)
        throw new PlayError('insufficient_balance', `${stake} is more than the balance`)
      return { record: added.record, paid: new Map(), staked: stake, answer: added }
    })
    if (placed) autoPlays.placed({ key, autoPlay }, placed.change, placed.bet.status === 'placed')
    return placed?.bet
  } catch (error) {
    if (autoPlay) autoPlays.refused(error)
    throw error
  }
}

const cancel = (table: LocalTable, betId: string) =>
  change(table, (record) => {
    const { bet, ...cancelled } = cancelCrashBet(record, betId, table.now())
    return { ...cancelled, answer: bet }
  })

const cashOut = (table: LocalTable, betId: string, asked: Parameters<typeof takeCrashBet>[2]) =>
  change(table, (record) => {
    const { bet, ...taken } = takeCrashBet(record, betId, asked)
    return { ...taken, answer: bet }
  })

/** Makes what is due, and comes back when the next thing is. */
async function advance(table: LocalTable): Promise<void> {
  clearTimeout(table.timer)
  if (table.isAdvancing || !table.isWatched) return
  table.isAdvancing = true
  let [isChanged, isPaused] = [false, false]
  try {
    await change(table, (before) => {
      // Nobody looks: what has begun ends, and nothing new begins.
      isPaused = isOver(before.round) && globalThis.document?.visibilityState === 'hidden'
      const next = isPaused ? undefined : advanceCrash(before, table.now(), table.random)
      isChanged = next !== undefined
      return next && { ...next, answer: undefined }
    })
  } catch {
    // The storage does not answer: the vault's status says so, and the next look tries again.
    isChanged = false
  }
  table.isAdvancing = false
  if (!table.isWatched) return
  const due = table.known && !isPaused ? crashDueAt(table.known) - table.now() : LONGEST_WAIT_MS
  const waitMs = Math.min(Math.max(due, isChanged ? 0 : 1), LONGEST_WAIT_MS)
  table.timer = setTimeout(() => void advance(table), waitMs)
}

/** @returns undefined if nothing is to be changed */
type CrashWork<T> = (
  record: CrashRecord,
  account: AccountRecord,
) => (CrashPaid & { readonly answer: T; readonly staked?: bigint }) | undefined

/** Changes the record and pays in one transaction. */
async function change<T>(table: LocalTable, work: CrashWork<T>): Promise<T | undefined> {
  const { vault, autoPlays, onSettled } = table
  const { answer, record, settled } = await vault.change((opened) => changeIn(table, opened, work))
  show(table, record)
  // Whichever tab has ended them.
  for (const bet of record.mine) if (bet.status !== 'placed') autoPlays.settled(endOf(bet))
  if (settled.length > 0) onSettled(settled.map(toSettledCrashBet))
  return answer
}

interface Changed<T> {
  readonly answer: T | undefined
  readonly record: CrashRecord
  /** New in the history. */
  readonly settled: readonly CrashSettledRecord[]
}

async function changeIn<T>(
  { random, now }: LocalTable,
  { transaction, account }: Opened,
  work: CrashWork<T>,
): Promise<Change<Changed<T>>> {
  const [stored, current] = await Promise.all([transaction.crash(), account])
  const read = readCrashRecord(stored)
  const before = read ?? createCrashRecord(random, now())
  const changed = work(before, current)
  if (!changed) {
    if (!read) transaction.putCrash(before)
    return { answer: { answer: undefined, record: before, settled: [] } }
  }
  const { record, paid, answer, staked = 0n } = changed
  transaction.putCrash(record)
  const { round, mine } = record
  const isNewlyOver = isOver(round) && !(before.round.id === round.id && isOver(before.round))
  const ended = isNewlyOver ? mine.filter((bet) => bet.round === round.id).toReversed() : []
  const settled = ended.map((bet, index) => crashSettledOf(bet, round, current.lastBet + index + 1))
  for (const row of settled) transaction.addBet(row)
  return {
    answer: { answer, record, settled },
    account: {
      ...current,
      balance: current.balance + (paid.get(current.startedAt) ?? 0n) - staked,
      lastBet: current.lastBet + settled.length,
    },
  }
}

function show(table: LocalTable, record: CrashRecord): void {
  if (table.known && isSameValue(table.known, record)) return
  table.known = record
  table.showView(toCrashView(record))
  const facts = toChainFacts(record)
  const shown = table.chain.get()
  if (shown?.lastHash !== facts.lastHash || shown.played !== facts.played) table.chain.set(facts)
}
