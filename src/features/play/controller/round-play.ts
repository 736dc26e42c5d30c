import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import type { RoundGame, StepOf } from '#rules/games.ts'
import { isSameValue } from '#rules/same-value.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import {
  isCrashBet,
  type BetRequest,
  type OpenRound,
  type PlayEngine,
  type RoundState,
  type SettledBet,
} from '#features/play/play-engine.ts'
import { createPlayMotion, isMotionWanted } from '#features/play/session/play-motion.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playStepSound } from '#features/play/session/play-sound.ts'
import { stakeText } from '#features/play/stake/stake-entry.ts'
import { createPlay, type Play, type PlayOptions } from './play-controller.ts'

/** A game of several steps: what every game has, and a round that goes on step by step. */
export interface RoundPlay<G extends RoundGame = RoundGame> extends Play<G> {
  /** The open round as the player sees it. Its result takes its place on `stage`. */
  readonly round: ReadableStore<OpenRound<G> | undefined>
  /** The round was not begun here: it was open when the page came, or another tab began it. */
  readonly isResumed: ReadableStore<boolean>
  /** Goes on with the open round; nothing happens where that is not possible. */
  step(step: StepOf<G>): Promise<void>
  /** Ends the round and takes what it pays; nothing happens while there is nothing to take. */
  cashOut(): Promise<void>
}

/** A whole round that auto-play asks for. */
export interface WholeRound {
  readonly stake: bigint
  /** The step of an auto-play that it is; what places the bet carries it. */
  readonly autoPlay: AutoPlayStep | undefined
  /** With a little time between the steps where motion is wanted. */
  readonly engine: Pick<PlayEngine, 'place' | 'act' | 'cashOut'>
  /** Takes every state on the way, the settled one last. */
  readonly show: (state: RoundState) => void
}

export interface RoundPlayOptions<G extends RoundGame> extends PlayOptions<G> {
  /** Plays a whole round and shows it. When a step fails the round stays open, for the player to go on with. */
  readonly playWhole?: (play: Play<G>, order: WholeRound) => Promise<SettledBet<G>>
}

/** Between two steps of a round that is played by itself, so that they are seen one by one. */
const AUTO_STEP_MS = 120

export function createRoundPlay<G extends RoundGame>(options: RoundPlayOptions<G>): RoundPlay<G> {
  const { game, engine, playWhole } = options
  const round = createStore<OpenRound<G> | undefined>(undefined)
  const isResumed = createStore(false)
  const pace = createPlayMotion()
  /** Moves of this page under way; what they change in the engine is shown by themselves. */
  let moves = 0

  // The engine answers with the game it was asked for, which the compiler cannot follow.
  const roundOf = (open: OpenRound) => open as unknown as OpenRound<G>
  const betOf = (bet: SettledBet) => bet as unknown as SettledBet<G>

  /** The settled bet comes first: the stage goes from the round to it without a moment in between. */
  function showEnd(bet: SettledBet<G>): void {
    void base.show(bet)
    round.set(undefined)
    isResumed.set(false)
  }
  function showState(state: RoundState): void {
    if (state.status === 'settled') return showEnd(betOf(state.bet))
    const isStep = round.get()?.id === state.round.id
    round.set(roundOf(state.round))
    isResumed.set(false)
    if (isStep && playPreferences.choices.sound) playStepSound()
  }

  /** Amount and parameters become those of the round, which may have been begun with others. */
  function adopt(open: OpenRound<G>): void {
    base.setParams(open.params)
    base.setStakeText(stakeText(open.stake, open.decimals))
    round.set(open)
  }

  /** Follows the engine where something else than this page has changed the round. */
  async function follow(): Promise<void> {
    if (moves > 0) return
    const found = engine.openRounds.get().find((each) => each.game === game)
    const open = found && roundOf(found)
    const shown = round.get()
    if (open) {
      if (isSameValue(open, shown)) return
      if (open.id !== shown?.id) isResumed.set(true)
      return adopt(open)
    }
    if (!shown) return
    const bet = await engine.history.get(shown.id).catch(() => undefined)
    if (round.get() !== shown) return
    if (bet && !isCrashBet(bet) && bet.game === game) return showEnd(betOf(bet))
    base.clearStage()
    round.set(undefined)
    isResumed.set(false)
  }

  async function move<T>(call: () => Promise<T>, show: (answer: T) => void): Promise<void> {
    moves += 1
    const answer = await base.attempt(call)
    if (answer !== undefined) show(answer)
    moves -= 1
    void follow()
  }

  function paced(signal: AbortSignal): WholeRound['engine'] {
    return {
      place: (request) => engine.place(request),
      cashOut: (id, key) => engine.cashOut(id, key),
      async act(id, step, key) {
        if (isMotionWanted() && !signal.aborted) await pace.wait(AUTO_STEP_MS, signal)
        return engine.act(id, step, key)
      },
    }
  }

  async function playShown(
    play: Play<G>,
    { stake, signal, autoPlay }: Pick<WholeRound, 'stake' | 'autoPlay'> & { readonly signal: AbortSignal },
    whole: NonNullable<typeof playWhole>,
  ): Promise<SettledBet<G>> {
    let left: OpenRound<G> | undefined
    const show = (state: RoundState) => {
      left = state.status === 'open' ? roundOf(state.round) : undefined
      // Steps that follow one another at once are never seen: only the end is drawn.
      if (state.status === 'settled' || isMotionWanted()) showState(state)
    }
    moves += 1
    try {
      return await whole(play, { stake, autoPlay, engine: paced(signal), show })
    } catch (error) {
      if (left) adopt(left)
      throw error
    } finally {
      moves -= 1
      void follow()
    }
  }

  const base = createPlay(options, {
    async start(play, stake) {
      const params = play.params.get()
      const request = { game, params, stake, key: createIdempotencyKey() } as BetRequest<RoundGame>
      await move(
        () => engine.place(request),
        (opened) => showState({ status: 'open', round: opened }),
      )
    },
    ...(playWhole && {
      playWhole: (play, stake, signal, autoPlay) => playShown(play, { stake, signal, autoPlay }, playWhole),
    }),
  })

  const canStep = () => !base.isAutoPlaying() && !base.isPlacing.get()
  const isOpen = () => round.get() !== undefined

  const play: RoundPlay<G> = {
    ...base,
    round,
    isResumed,
    bet() {
      if (!isOpen()) base.bet()
    },
    setParams(params) {
      if (!isOpen()) base.setParams(params)
    },
    setStakeText(text) {
      if (!isOpen()) base.setStakeText(text)
    },
    changeStake(change) {
      if (!isOpen()) base.changeStake(change)
    },
    async step(step) {
      const open = round.get()
      if (!open || !canStep()) return
      await move(() => engine.act(open.id, step, createIdempotencyKey()), showState)
    },
    async cashOut() {
      const open = round.get()
      if (open?.payout === undefined || !canStep()) return
      await move(
        () => engine.cashOut(open.id, createIdempotencyKey()),
        (bet) => {
          base.rest()
          showEnd(betOf(bet))
        },
      )
    },
  }

  engine.openRounds.subscribe(() => void follow())
  void follow()
  return play
}
