import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { dismissAutoPlay, stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import type { PlayEngine, SettledBet } from '#features/play/play-engine.ts'
import type { ParamsOf, PlayGame } from '#rules/games.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { createStakeGuard } from '#features/play/stake/stake-question.ts'
import { createTypedStake } from '#features/play/stake/stake-field.ts'
import { maxStakeOf } from '#rules/stake-limits.ts'
import { autoPlayOfOrder, type AutoPlayMoves } from './auto-play-of-order.ts'
import { callEngine, confirmOrder, createBetOrder, demoOfOrder } from './bet-order.ts'
import type { FramePlay } from './frame-play.ts'
import { createStage, widened, type StageControls } from './play-stage.ts'

/** One game as its screen plays it. Lives as long as the page. */
export interface Play<G extends PlayGame = PlayGame> extends FramePlay, StageControls<G> {
  readonly game: G
  readonly params: ReadableStore<ParamsOf<G>>
  setParams(params: ParamsOf<G>): void
  /** A bet or a step is on its way to the engine; for milliseconds. */
  readonly isPlacing: ReadableStore<boolean>
  /** The next bet is this one, whose stake the house pays; `none` takes no bet. Undefined for bets of the player. */
  readonly freeRound: WritableStore<FreeRound<G> | 'none' | undefined>
  /** Takes no bet for a moment (`BetOrder`). */
  rest(): void
  /**
   * For the games' own moves. Calls the engine and takes no second move meanwhile. A refusal becomes `problem`, and the
   * answer is undefined.
   */
  attempt<T>(call: () => Promise<T>): Promise<T | undefined>
}

export interface FreeRound<G extends PlayGame = PlayGame> {
  /** Id of the free rounds. */
  readonly id: string
  readonly params: ParamsOf<G>
  readonly stake: bigint
}

export interface PlayOptions<G extends PlayGame> {
  readonly game: G
  /** Parameters of the first bet. */
  readonly params: ParamsOf<G>
  /** How long the stage takes to show a result, in milliseconds; 600 at most. */
  readonly motionMs: number
  readonly engine: PlayEngine
}

export interface PlayMoves<G extends PlayGame> {
  /** Places a bet of a checked stake. */
  start(play: Play<G>, stake: bigint): Promise<void>
  /**
   * Plays one whole bet for auto-play and shows it; the request of the bet carries `autoPlay`. Rejects with the engine's
   * PlayError. Left out in a game without auto-play.
   */
  playWhole?(
    play: Play<G>,
    stake: bigint,
    signal: AbortSignal,
    autoPlay: AutoPlayStep | undefined,
  ): Promise<SettledBet<G>>
}

/** Between two bets of auto-play; with reduced motion long enough to read a result. */
const AUTO_PAUSE_MS = { instant: 0, moving: 200, reduced: 600 } as const

export function createPlay<G extends PlayGame>(
  { game, params: firstParams, motionMs, engine }: PlayOptions<G>,
  moves: PlayMoves<G>,
): Play<G> {
  const field = createTypedStake(engine, firstParams, (params, known) => maxStakeOf({ game, params }, known))
  const order = createBetOrder(game, field, createStakeGuard(engine, game))
  const isPlacing = createStore(false)
  const freeRound = createStore<FreeRound<G> | 'none' | undefined>(undefined)

  async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (isPlacing.get()) return undefined
    isPlacing.set(true)
    try {
      return await callEngine(order, call)
    } finally {
      isPlacing.set(false)
    }
  }

  const play: Play<G> = {
    ...order,
    ...createStage<G>(engine, motionMs),
    ...autoPlayOfOrder(
      order,
      autoPlayMoves(moves, () => play),
    ),
    ...demoOfOrder(order, attempt),
    game,
    isPlacing,
    freeRound,
    attempt,
    bet() {
      if (play.isAutoPlaying() || isPlacing.get() || order.isResting()) return
      const free = freeRound.get()
      if (free === 'none') return
      if (free) {
        order.setParams(free.params)
        void moves.start(play, free.stake)
        return
      }
      confirmOrder(order, (stake) => {
        dismissAutoPlay(game)
        void moves.start(play, stake)
      })
    },
    leave() {
      stopAutoPlay(game, 'left')
      order.answerQuestion(false)
      play.finishMotion()
    },
  }
  return play
}

function autoPlayMoves<G extends PlayGame>(
  { playWhole }: PlayMoves<G>,
  playOf: () => Play<G>,
): AutoPlayMoves | undefined {
  return (
    playWhole && {
      begin() {
        const play = playOf()
        play.finishMotion()
        return async (stake, signal, step) => widened(await playWhole(play, stake, signal, step))
      },
      pauseMs: () =>
        AUTO_PAUSE_MS[playPreferences.choices.instant ? 'instant' : isMotionReduced() ? 'reduced' : 'moving'],
    }
  )
}
