import type { CrashBet } from '#contract/crash.ts'
import type { WritableStore } from '#lib/store.ts'
import type { AutoPlayGame, PlayedBet } from '#features/play/auto/auto-play-runner.ts'
import type { AutoPlayMoves } from '#features/play/controller/auto-play-of-order.ts'
import type { CrashOrder as SeatOrder, CrashSeat, CrashTable, CrashView } from '#features/play/crash-table.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { CrashOrder } from './crash-slot.ts'
import { unitsOf } from './crash-units.ts'

/** A run at a table: one bet a round. */
export interface CrashRun {
  readonly engine: PlayEngine
  readonly table: CrashTable
  readonly seat: CrashSeat
  /** Rounds that were locked before the bet of the run had arrived. */
  readonly skipped: WritableStore<number>
  /** The latest round that the run has a bet in, or was too late for. */
  last: string | undefined
  /** The balance is so high once the latest payout has been told. */
  expected: bigint
}

export function crashAutoPlay(run: CrashRun, { params }: CrashOrder): AutoPlayMoves {
  return {
    begin() {
      const target = params.get()
      if (target === undefined) return undefined
      run.skipped.set(0)
      run.expected = 0n
      return (stake, signal, autoPlay) =>
        playRound(run, { key: createIdempotencyKey(), stake, target, autoPlay }, signal)
    },
    balance() {
      const known = run.engine.balance.get()?.amount ?? 0n
      return known > run.expected ? known : run.expected
    },
    pauseMs: () => 0,
  }
}

async function playRound(
  run: CrashRun,
  order: SeatOrder,
  signal: Parameters<AutoPlayGame['play']>[1],
): Promise<PlayedBet> {
  const { engine, table } = run
  const { stake } = order
  const placed = await placeInRound(run, order, signal)
  const before = engine.balance.get()?.amount ?? 0n
  const payout = await until(table, ({ mine }) => {
    const bet = mine.find(({ id }) => id === placed.id)
    if (!bet) return payoutInHistory(engine, placed)
    if (bet.status === 'placed') return undefined
    return bet.status === 'settled' ? unitsOf(bet.payout, engine) : stake
  })
  run.expected = before + payout
  return { stake, payout }
}

/** Places the bet in the next round that takes it: a round that is locked too early is left out. */
async function placeInRound(run: CrashRun, order: SeatOrder, signal: AbortSignal): Promise<CrashBet> {
  for (;;) {
    const id = await until(
      run.table,
      ({ round }) => (round.status === 'betting' && round.id !== run.last ? round.id : undefined),
      signal,
    )
    try {
      // The same key in each: whatever became of an answer, there is one bet.
      const bet = await run.seat.place(order)
      run.last = bet.round
      return bet
    } catch (error) {
      if (!(error instanceof PlayError) || error.code !== 'betting_closed') throw error
      run.last = id
      run.skipped.set(run.skipped.get() + 1)
    }
  }
}

/** For a bet whose round the table no longer shows. */
async function payoutInHistory({ history }: PlayEngine, { id, key }: CrashBet): Promise<bigint | undefined> {
  const bet = (await history.get(id)) ?? (await history.get(key))
  return bet?.payout
}

/**
 * Waits until the table shows what `find` looks for.
 * @throws PlayError when `signal` is aborted before
 */
async function until<T>(
  table: CrashTable,
  find: (view: CrashView) => T | undefined | Promise<T | undefined>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    if (signal?.aborted) throw new PlayError('auto_play_ended', 'The auto-play was stopped')
    const view = table.view.get()
    const found = view && (await find(view))
    if (found !== undefined) return found
    if (table.view.get() === view) await nextView(table, signal)
  }
}

function nextView(table: CrashTable, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const stop = table.view.subscribe(finish)
    signal?.addEventListener('abort', finish, { once: true })
  })
}
