import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { CrashBet } from '#contract/crash.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import type { AutoPlayControls } from '#features/play/auto/auto-play-controls.ts'
import type { PlayedBet } from '#features/play/auto/auto-play-runner.ts'
import type { CrashSeat, CrashTable } from '#features/play/crash-table.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { StakeFieldPlay, StakePlay } from '#features/play/stake/stake-play.ts'
import type { CrashStakeField } from './crash-stake.ts'

/** The auto-play sheet has gone by then. */
const LEAD_MS = 300

/** What auto-play begins with, and what it does: one bet a round, with a target. */
export interface CrashAutoPlay extends StakeFieldPlay, Pick<StakePlay, 'question'>, AutoPlayControls {
  readonly game: 'crash'
  readonly target: ReadableStore<number | undefined>
  /** Rounds of the run that were locked before its bet had arrived. */
  readonly skipped: ReadableStore<number>
  /** The screen is gone. */
  leave(): void
}

interface CrashAutoPlayGiven extends Pick<StakePlay, 'question'> {
  readonly engine: PlayEngine
  readonly table: CrashTable
  readonly field: CrashStakeField
  /** Goes on at once, or after the player's yes. */
  readonly guard: (stake: bigint, isMax: boolean, proceed: () => void) => void
  readonly unitsOf: (amount: string) => bigint
  /** What waits for the next round with the same amount gives way. */
  readonly onBegin: () => void
}

/** Plays a bet in each round, as long as the plan says. */
export function createCrashAutoPlay(given: CrashAutoPlayGiven): CrashAutoPlay {
  const { engine, table, field, guard, question, unitsOf, onBegin } = given
  const skipped = createStore(0)
  /** Rounds that the run has a bet in, or was too late for. */
  let last: string | undefined
  /** What the balance is once the latest payout has been told. */
  let expected = 0n

  /** The bet in the next round that takes it: one that is locked too early is left out. */
  async function placeInRound(
    seat: CrashSeat,
    order: Parameters<CrashSeat['place']>[0],
    signal: AbortSignal,
  ): Promise<CrashBet> {
    for (;;) {
      const round = await until(
        table,
        ({ round: now }) => (now.status === 'betting' && now.id !== last ? now.id : undefined),
        signal,
      )
      try {
        // The same key in each: whatever became of an answer, there is one bet.
        const bet = await seat.place(order)
        last = bet.round
        return bet
      } catch (error) {
        if (!(error instanceof PlayError) || error.code !== 'betting_closed') throw error
        last = round
        skipped.set(skipped.get() + 1)
      }
    }
  }

  async function play(
    stake: bigint,
    target: number,
    signal: AbortSignal,
    autoPlay: AutoPlayStep | undefined,
  ): Promise<PlayedBet> {
    const { seat } = table
    if (!seat) throw new PlayError('bad_action', 'Who only watches cannot bet')
    const placed = await placeInRound(seat, { key: createIdempotencyKey(), stake, target, autoPlay }, signal)
    const before = engine.balance.get()?.amount ?? 0n
    const payout = await until(table, ({ mine }) => {
      const bet = mine.find(({ id }) => id === placed.id)
      if (!bet) return lookInHistory(placed)
      if (bet.status === 'placed') return undefined
      return bet.status === 'settled' ? unitsOf(bet.payout) : stake
    })
    expected = before + payout
    return { stake, payout }
  }

  /** Of a bet whose round is none of those that are shown any more. */
  async function lookInHistory({ id, key }: CrashBet): Promise<bigint | undefined> {
    const bet = (await engine.history.get(id)) ?? (await engine.history.get(key))
    return bet?.payout
  }

  const isAutoPlaying = () => autoPlayState.crash.status === 'running'
  return {
    ...field,
    game: 'crash',
    engine,
    question,
    target: field.params,
    skipped,
    hasAutoPlay: true,
    isAutoPlaying,
    beginAutoPlay(settings, start) {
      const target = field.params.get()
      if (target === undefined) return
      guard(settings.stake, settings.stake === field.maxTaken(), () => {
        onBegin()
        skipped.set(0)
        expected = 0n
        void start('crash', settings, {
          lease: async (bounds) =>
            await engine.startAutoPlay?.({ ...bounds, game: 'crash', key: createIdempotencyKey() }),
          play: (stake, signal, step) => play(stake, target, signal, step),
          room() {
            const known = engine.balance.get()?.amount ?? 0n
            return {
              minStake: field.limits.get()?.minStake ?? 0n,
              maxStake: field.maxStake(),
              balance: known > expected ? known : expected,
            }
          },
          leadMs: LEAD_MS,
          pauseMs: () => 0,
        })
      })
    },
    stopAutoPlay: () => stopAutoPlay('crash'),
    autoPlayBet: () => (autoPlayState.crash.status === 'running' ? autoPlayState.crash.bets + 1 : undefined),
    leave: () => stopAutoPlay('crash', 'left'),
  }
}

type View = NonNullable<ReturnType<CrashTable['view']['get']>>

/**
 * What is looked for in what the table shows, once it is there.
 * @throws PlayError when `signal` is aborted before
 */
async function until<T>(
  table: CrashTable,
  find: (view: View) => T | undefined | Promise<T | undefined>,
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
