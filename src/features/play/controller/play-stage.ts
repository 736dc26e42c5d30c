import { createStore, type ReadableStore } from '#lib/store.ts'
import type { PlayEngine, SettledBet } from '#features/play/play-engine.ts'
import { createPlayMotion, isMotionWanted } from '#features/play/session/play-motion.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'
import { recordShownBet } from '#features/play/session/play-session.actions.ts'
import { holdBalance, type HeldBet } from '#features/play/session/shown-balance.actions.ts'
import type { PlayGame } from '#rules/games.ts'

/** The player has seen this of the results. A stage draws it and nothing else. */
export interface PlayStage<G extends PlayGame = PlayGame> {
  /** Settled bets whose result is on its way, oldest first. Empty when nothing moves. */
  readonly moving: readonly SettledBet<G>[]
  /** The latest result on screen. */
  readonly shown: SettledBet<G> | undefined
}

export interface StageControls<G extends PlayGame = PlayGame> {
  readonly stage: ReadableStore<PlayStage<G>>
  /** Shows a settled bet: in motion when wanted, then balance, recent results, statistics, sound and effects follow. */
  show(bet: SettledBet<G>, options?: { held?: HeldBet; signal?: AbortSignal }): Promise<void>
  /** Takes the balance down by a stake until its result is shown; undefined when nothing moves anyway. */
  hold(stake: bigint): HeldBet | undefined
  /** Shows what is still moving at once. */
  finishMotion(): void
  /** Takes the latest result off the stage, as when a round begins. */
  clearStage(): void
}

/** @param motionMs how long the stage takes to show a result */
export function createStage<G extends PlayGame>(engine: PlayEngine, motionMs: number): StageControls<G> {
  const stage = createStore<PlayStage<G>>({ moving: [], shown: undefined })
  const motion = createPlayMotion()
  const isMoving = () => isMotionWanted() && motionMs > 0
  return {
    stage,
    hold: (stake) => (isMoving() ? holdBalance(engine, stake) : undefined),
    async show(bet, { held, signal } = {}) {
      if (isMoving()) {
        const { moving, shown } = stage.get()
        stage.set({ moving: [...moving, bet], shown })
        tellMoment({ type: 'moving', bet: widened(bet), motionMs })
        await motion.wait(motionMs, signal)
      }
      // All in one go, the slower listeners first, so that one render draws it.
      recordShownBet(widened(bet))
      held?.land(bet.payout)
      const moving = stage.get().moving.filter((other) => other !== bet)
      stage.set({ moving, shown: bet })
      tellMoment({ type: 'shown', result: widened(bet) })
    },
    finishMotion: () => motion.finish(),
    clearStage() {
      motion.finish()
      stage.set({ moving: [], shown: undefined })
    },
  }
}

/** A bet of one game is a bet of any game, which the compiler cannot tell of a game it does not know. */
export function widened<G extends PlayGame>(bet: SettledBet<G>): SettledBet {
  return bet as SettledBet
}
