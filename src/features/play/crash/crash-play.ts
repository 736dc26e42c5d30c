import type { CrashBet } from '#contract/crash.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import type { PlayError } from '#features/play/play-error.ts'
import { createStakeGuard } from '#features/play/stake/stake-question.ts'
import { crashAutoPlay } from './crash-auto-play.ts'
import { countResults, type CrashResults } from './crash-results.ts'
import {
  claimBet,
  createSlot,
  followSlot,
  leaveQueue,
  msToCashOut,
  slotPlay,
  type CrashSlot,
  type SlotContext,
} from './crash-slot.ts'

/** Crash as its screen plays it; lives as long as the page. As a `FramePlay` it is the first bet. */
export interface CrashPlay extends FramePlay {
  readonly table: CrashTable
  readonly slots: readonly [CrashSlot, CrashSlot]
  /** A bet that was decided while nobody looked: its round is no longer on the screen. */
  readonly missed: ReadableStore<CrashBet | undefined>
  /** Rounds that auto-play has left out: they were locked before its bet had arrived. */
  readonly skipped: ReadableStore<number>
  /** The second bet is offered. */
  readonly hasSecond: WritableStore<boolean>
}

/** The functions below follow the table through this. */
interface TableContext {
  readonly table: CrashTable
  readonly first: SlotContext
  readonly second: SlotContext
  readonly results: CrashResults
  readonly hasSecond: WritableStore<boolean>
  /** Follows again when cashing out begins. */
  timer: ReturnType<typeof setTimeout> | undefined
}

export function createCrashPlay(engine: PlayEngine, table: CrashTable): CrashPlay {
  const guard = createStakeGuard(engine, 'crash')
  const hasSecond = createStore(false)
  const skipped = createStore(0)
  const missed = createStore<CrashBet | undefined>(undefined)
  const given = { engine, table, guard, onRequest: () => missed.set(undefined) }
  const { seat } = table
  const first = createSlot({
    ...given,
    number: 1,
    autoPlayOf: (order) =>
      seat && crashAutoPlay({ engine, table, seat, skipped, last: undefined, expected: 0n }, order),
  })
  const second = createSlot({ ...given, number: 2 })
  const results: CrashResults = { engine, table, missed, open: new Map() }
  const context: TableContext = { table, first, second, results, hasSecond, timer: undefined }

  table.view.subscribe(() => followTable(context))
  // A player who comes back later may not want the bets that they asked for before.
  table.link.subscribe(() => {
    if (table.link.get() === 'offline') leaveQueues(context, true)
  })
  followTable(context)

  const slots = [slotPlay(first), slotPlay(second)] as const
  return {
    ...slots[0],
    problem: problemOf(slots),
    table,
    slots,
    hasSecond,
    missed,
    skipped,
    leave() {
      stopAutoPlay('crash', 'left')
      guard.answerQuestion(false)
      leaveQueues(context, false)
    },
  }
}

function followTable(context: TableContext): void {
  const { table, first, second, results } = context
  claimBets(context)
  followSlot(first)
  followSlot(second)
  clearTimeout(context.timer)
  const left = msToCashOut(table)
  if (left > 0) context.timer = setTimeout(followTable, left, context)
  const view = table.view.get()
  if (view) countResults(results, view)
}

/** Shows bets that were placed before a reload, or in another tab. */
function claimBets({ table, first, second, hasSecond }: TableContext): void {
  const view = table.view.get()
  const isFree = ({ placed, state }: SlotContext) => placed.get() === undefined && state.get() !== 'placing'
  for (const bet of view?.mine ?? []) {
    const isNews = bet.round === view?.round.id && bet.status === 'placed'
    if (!isNews || bet.key === first.key || bet.key === second.key) continue
    if (isFree(first)) claimBet(first, bet)
    else if (isFree(second)) {
      claimBet(second, bet)
      hasSecond.set(true)
    }
  }
}

function leaveQueues({ first, second }: TableContext, isLost: boolean): void {
  leaveQueue(first, isLost)
  leaveQueue(second, isLost)
}

function problemOf([first, second]: CrashPlay['slots']): ReadableStore<PlayError | undefined> {
  return {
    get: () => first.problem.get() ?? second.problem.get(),
    subscribe(listener) {
      const stops = [first.problem.subscribe(listener), second.problem.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
