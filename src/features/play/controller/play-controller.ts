import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { dismissAutoPlay, stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import type { AutoPlayControls } from '#features/play/auto/auto-play-controls.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PlayEngine, SettledBet } from '#features/play/play-engine.ts'
import type { ParamsOf, PlayGame } from '#rules/games.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createPlayMotion, isMotionReduced, isMotionWanted } from '#features/play/session/play-motion.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { recordShownBet } from '#features/play/session/play-session.actions.ts'
import { createStakeGuard } from '#features/play/stake/stake-question.ts'
import { createTypedStake } from '#features/play/stake/stake-field.ts'
import { playResultSound } from '#features/play/session/play-sound.ts'
import { holdBalance, type HeldBet } from '#features/play/session/shown-balance.actions.ts'
import { maxStakeOf } from '#rules/stake-limits.ts'
import type { StakePlay } from '#features/play/stake/stake-play.ts'

/** What the player has seen of results. A stage draws this and nothing else. */
export interface PlayStage<G extends PlayGame = PlayGame> {
  /** Settled bets whose result is on its way, oldest first. Empty when nothing moves. */
  readonly moving: readonly SettledBet<G>[]
  /** The latest result on screen. */
  readonly shown: SettledBet<G> | undefined
}

/** One game as its screen plays it: what is chosen, what is under way, what is shown. Lives as long as the page. */
export interface Play<G extends PlayGame = PlayGame> extends StakePlay<G>, AutoPlayControls {
  readonly stage: ReadableStore<PlayStage<G>>
  /** A bet or a step is on its way to the engine; for milliseconds. */
  readonly isPlacing: ReadableStore<boolean>
  /** Why the latest bet or step was refused. */
  readonly problem: ReadableStore<PlayError | undefined>
  /** What the Bet button and the space bar do; asks first when the stake is far above the usual. */
  bet(): void
  /**
   * Takes no bet for a moment: what stood in the place of the Bet button has just gone, and a second tap was
   * meant for that.
   */
  rest(): void
  /** What a demonstration can do; nothing happens where play is for a balance. */
  refill(): Promise<void>
  reset(): Promise<void>
  /**
   * For the games' own moves. Runs one call of the engine: marks it as placing, takes no second one meanwhile,
   * and turns a refusal into `problem`. Resolves to undefined then.
   */
  attempt<T>(call: () => Promise<T>): Promise<T | undefined>
  /** Shows a settled bet: in motion when wanted, then balance, recent results, statistics and sound follow. */
  show(bet: SettledBet<G>, options?: { held?: HeldBet; signal?: AbortSignal }): Promise<void>
  /** Takes the balance down by a stake until its result is shown; undefined when nothing moves anyway. */
  hold(stake: bigint): HeldBet | undefined
  /** Shows what is still moving at once. */
  finishMotion(): void
  /** Takes the latest result off the stage, as when a round begins. */
  clearStage(): void
  /** The screen is gone: ends auto-play, and motion with its results. */
  leave(): void
}

export interface PlayOptions<G extends PlayGame> {
  readonly game: G
  /** What the game is first played with. */
  readonly params: ParamsOf<G>
  /** How long the stage takes to show a result, in milliseconds; 600 at most. */
  readonly motionMs: number
  readonly engine: PlayEngine
}

/** How the game's bets are played. */
export interface PlayMoves<G extends PlayGame> {
  /** Places a bet of a checked stake. */
  start(play: Play<G>, stake: bigint): Promise<void>
  /**
   * Plays one whole bet for auto-play and shows it; the request of the bet carries `autoPlay`. Rejects with the engine's
   * PlayError. Not in a game without auto-play.
   */
  playWhole?(
    play: Play<G>,
    stake: bigint,
    signal: AbortSignal,
    autoPlay: AutoPlayStep | undefined,
  ): Promise<SettledBet<G>>
}

/** A double tap is over by then. */
const REST_MS = 400
/** The auto-play sheet has gone by then, and the first result is seen. */
const AUTO_LEAD_MS = 300
/** Between two bets of auto-play; with reduced motion long enough to read a result. */
const AUTO_PAUSE_MS = { instant: 0, moving: 200, reduced: 600 } as const

export function createPlay<G extends PlayGame>(
  { game, params: firstParams, motionMs, engine }: PlayOptions<G>,
  moves: PlayMoves<G>,
): Play<G> {
  const field = createTypedStake(engine, firstParams, (params, known) => maxStakeOf({ game, params }, known))
  const { limits, params, maxStake } = field
  const stage = createStore<PlayStage<G>>({ moving: [], shown: undefined })
  const isPlacing = createStore(false)
  const problem = createStore<PlayError | undefined>(undefined)
  const { guard, question, answerQuestion } = createStakeGuard(engine, game)
  const motion = createPlayMotion()
  let restsUntil = -Infinity
  const rest = () => {
    restsUntil = performance.now() + REST_MS
  }
  const isAutoPlaying = () => autoPlayState[game].status === 'running'

  const play: Play<G> = {
    ...field,
    game,
    setParams(next) {
      params.set(next)
      problem.set(undefined)
    },
    setStakeText(text) {
      field.setStakeText(text)
      problem.set(undefined)
    },
    changeStake(change) {
      field.changeStake(change)
      problem.set(undefined)
    },
    stage,
    isPlacing,
    problem,
    question,
    answerQuestion,
    bet() {
      const entry = field.readStake()
      if (isAutoPlaying() || isPlacing.get() || entry.status === 'invalid') return
      if (performance.now() < restsUntil) return
      dismissAutoPlay(game)
      guard(entry.stake, entry.stake === field.maxTaken(), () => void moves.start(play, entry.stake))
    },
    hasAutoPlay: moves.playWhole !== undefined,
    beginAutoPlay(settings, start) {
      const { playWhole } = moves
      if (!playWhole) return
      guard(settings.stake, settings.stake === field.maxTaken(), () => {
        problem.set(undefined)
        motion.finish()
        void start(game, settings, {
          lease: async (bounds) =>
            await engine.startAutoPlay?.({ ...bounds, game, key: createIdempotencyKey() }),
          play: async (stake, signal, step) => widened(await playWhole(play, stake, signal, step)),
          room: () => ({
            minStake: limits.get()?.minStake ?? 0n,
            maxStake: maxStake(),
            balance: engine.balance.get()?.amount ?? 0n,
          }),
          leadMs: AUTO_LEAD_MS,
          pauseMs: () =>
            AUTO_PAUSE_MS[
              playPreferences.choices.instant ? 'instant' : isMotionReduced() ? 'reduced' : 'moving'
            ],
        }).finally(rest)
      })
    },
    stopAutoPlay() {
      rest()
      stopAutoPlay(game)
    },
    isAutoPlaying,
    autoPlayBet() {
      const run = autoPlayState[game]
      // A bet is counted once it has been shown.
      return run.status === 'running' ? run.bets + 1 : undefined
    },
    rest,
    async refill() {
      const { demo } = engine
      if (demo) await play.attempt(() => demo.refill())
      rest()
    },
    async reset() {
      dismissAutoPlay(game)
      const { demo } = engine
      if (demo) await play.attempt(() => demo.reset())
    },
    async attempt(call) {
      if (isPlacing.get()) return undefined
      isPlacing.set(true)
      problem.set(undefined)
      try {
        return await call()
      } catch (error) {
        problem.set(
          error instanceof PlayError ? error : new PlayError('storage_failed', 'The bet failed', error),
        )
        return undefined
      } finally {
        isPlacing.set(false)
      }
    },
    async show(bet, { held, signal } = {}) {
      if (isMotionWanted() && motionMs > 0) {
        const { moving, shown } = stage.get()
        stage.set({ moving: [...moving, bet], shown })
        await motion.wait(motionMs, signal)
      }
      // All in one go, the slower listeners first, so that one render draws it.
      recordShownBet(widened(bet))
      held?.land(bet.payout)
      const moving = stage.get().moving.filter((other) => other !== bet)
      stage.set({ moving, shown: bet })
      if (playPreferences.choices.sound) playResultSound(widened(bet))
    },
    hold: (stake) => (isMotionWanted() && motionMs > 0 ? holdBalance(engine, stake) : undefined),
    finishMotion: () => motion.finish(),
    clearStage() {
      motion.finish()
      stage.set({ moving: [], shown: undefined })
    },
    leave() {
      stopAutoPlay(game, 'left')
      answerQuestion(false)
      motion.finish()
    },
  }
  return play
}

/** A bet of one game is one of any game, which the compiler cannot tell of a game it does not know. */
function widened<G extends PlayGame>(bet: SettledBet<G>): SettledBet {
  return bet as SettledBet
}
