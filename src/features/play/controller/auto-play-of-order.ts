import { stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import type { AutoPlayControls } from '#features/play/auto/auto-play-controls.ts'
import type { AutoPlayGame } from '#features/play/auto/auto-play-runner.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { confirmStake, type BetOrder } from './bet-order.ts'

/** The auto-play sheet has gone by then, and the first result is seen. */
const LEAD_MS = 300

export interface AutoPlayMoves extends Pick<AutoPlayGame, 'pauseMs'> {
  /** Begins a run with the parameters that are chosen now. Undefined where none can begin. */
  begin(): AutoPlayGame['play'] | undefined
  /** The balance that the next stake must fit into; the engine's own when left out. */
  readonly balance?: () => bigint
}

/** Lets an order be bet again and again. Without moves it offers no auto-play. */
export function autoPlayOfOrder(order: BetOrder, moves: AutoPlayMoves | undefined): AutoPlayControls {
  const { game, engine } = order
  const isAutoPlaying = () => moves !== undefined && autoPlayState[game].status === 'running'
  return {
    hasAutoPlay: moves !== undefined,
    isAutoPlaying,
    beginAutoPlay(settings, start) {
      if (!moves) return
      confirmStake(order, settings.stake, () => {
        const play = moves.begin()
        if (!play) return
        order.problem.set(undefined)
        void start(game, settings, {
          play,
          lease: async (bounds) =>
            await engine.startAutoPlay?.({ ...bounds, game, key: createIdempotencyKey() }),
          room: () => ({
            minStake: order.limits.get()?.minStake ?? 0n,
            maxStake: order.maxStake(),
            balance: moves.balance?.() ?? engine.balance.get()?.amount ?? 0n,
          }),
          leadMs: LEAD_MS,
          pauseMs: moves.pauseMs,
        }).finally(order.rest)
      })
    },
    stopAutoPlay() {
      order.rest()
      stopAutoPlay(game)
    },
    autoPlayBet() {
      const run = autoPlayState[game]
      // A bet is counted once it has been shown.
      return run.status === 'running' ? run.bets + 1 : undefined
    },
  }
}
