import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
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
import { createPlayMotion, isMotionWanted, type PlayMotion } from '#features/play/session/play-motion.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'
import { stakeText } from '#features/play/stake/stake-entry.ts'
import { createPlay, type Play, type PlayOptions } from './play-controller.ts'

/** A game of several steps. */
export interface RoundPlay<G extends RoundGame = RoundGame> extends Play<G> {
  /** The open round as the player sees it. Its result takes its place on `stage`. */
  readonly round: ReadableStore<OpenRound<G> | undefined>
  /** The round was not begun here: it was open when the page came, or another tab began it. */
  readonly isResumed: ReadableStore<boolean>
  /** Does nothing where the round cannot go on. */
  step(step: StepOf<G>): Promise<void>
  /** Ends the round and takes what it pays; does nothing while there is nothing to take. */
  cashOut(): Promise<void>
}

/** Auto-play asks for one of these with each bet. */
export interface WholeRound {
  readonly stake: bigint
  /** The request that places the bet carries it. */
  readonly autoPlay: AutoPlayStep | undefined
  /** With a little time between the steps where motion is wanted. */
  readonly engine: Pick<PlayEngine, 'place' | 'act' | 'cashOut'>
  /** Call it with every state, the settled one last. */
  readonly show: (state: RoundState) => void
}

export interface RoundPlayOptions<G extends RoundGame> extends PlayOptions<G> {
  /** Plays a whole round and shows it. When a step fails the round stays open, for the player to go on with. */
  readonly playWhole?: (play: Play<G>, order: WholeRound) => Promise<SettledBet<G>>
}

/** The player sees the steps of auto-play one by one. */
const AUTO_STEP_MS = 120

/** The functions below read and change the round through this. */
interface RoundContext<G extends RoundGame> {
  readonly engine: PlayEngine
  readonly base: Play<G>
  readonly round: WritableStore<OpenRound<G> | undefined>
  readonly isResumed: WritableStore<boolean>
  readonly pace: PlayMotion
  /** Moves of this page under way. Each shows its own answer; `follow` must not show it a second time. */
  moves: number
}

export function createRoundPlay<G extends RoundGame>(options: RoundPlayOptions<G>): RoundPlay<G> {
  const { engine, playWhole } = options
  const base: Play<G> = createPlay(options, {
    start: (_, stake) => place(context, stake),
    ...(playWhole && {
      playWhole: (_, stake, signal, autoPlay) =>
        playShown(context, (show) =>
          playWhole(base, { stake, autoPlay, engine: paced(context, signal), show }),
        ),
    }),
  })
  const context: RoundContext<G> = {
    engine,
    base,
    round: createStore<OpenRound<G> | undefined>(undefined),
    isResumed: createStore(false),
    pace: createPlayMotion(),
    moves: 0,
  }
  const { round, isResumed } = context
  const isOpen = () => round.get() !== undefined

  engine.openRounds.subscribe(() => void follow(context))
  void follow(context)

  return {
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
    step: (step) => act(context, step),
    cashOut: () => cashOut(context),
  }
}

async function place<G extends RoundGame>(context: RoundContext<G>, stake: bigint): Promise<void> {
  const { game, params } = context.base
  const request = { game, params: params.get(), stake, key: createIdempotencyKey() } as BetRequest<RoundGame>
  await move(
    context,
    () => context.engine.place(request),
    (round) => showState(context, { status: 'open', round }),
  )
}

async function act<G extends RoundGame>(context: RoundContext<G>, step: StepOf<G>): Promise<void> {
  const open = context.round.get()
  if (!open || !canMove(context)) return
  await move(
    context,
    () => context.engine.act(open.id, step, createIdempotencyKey()),
    (state) => showState(context, state),
  )
}

async function cashOut<G extends RoundGame>(context: RoundContext<G>): Promise<void> {
  const open = context.round.get()
  if (open?.payout === undefined || !canMove(context)) return
  await move(
    context,
    () => context.engine.cashOut(open.id, createIdempotencyKey()),
    (bet) => {
      context.base.rest()
      showEnd(context, betOf(bet))
    },
  )
}

const canMove = ({ base }: { readonly base: Pick<Play, 'isAutoPlaying' | 'isPlacing'> }) =>
  !base.isAutoPlaying() && !base.isPlacing.get()

async function move<G extends RoundGame, T>(
  context: RoundContext<G>,
  call: () => Promise<T>,
  show: (answer: T) => void,
): Promise<void> {
  context.moves += 1
  const answer = await context.base.attempt(call)
  if (answer !== undefined) show(answer)
  context.moves -= 1
  void follow(context)
}

function showState<G extends RoundGame>(context: RoundContext<G>, state: RoundState): void {
  const { round, isResumed } = context
  if (state.status === 'settled') return showEnd(context, betOf(state.bet))
  const isStep = round.get()?.id === state.round.id
  round.set(roundOf(state.round))
  isResumed.set(false)
  if (isStep) tellMoment({ type: 'step', game: context.base.game })
}

/** The settled bet comes first: the stage must not be empty between the round and its result. */
function showEnd<G extends RoundGame>({ base, round, isResumed }: RoundContext<G>, bet: SettledBet<G>): void {
  void base.show(bet)
  round.set(undefined)
  isResumed.set(false)
}

/** Amount and parameters become those of the round, which may have been begun with others. */
function adopt<G extends RoundGame>({ base, round }: RoundContext<G>, open: OpenRound<G>): void {
  base.setParams(open.params)
  base.setStakeText(stakeText(open.stake, open.decimals))
  round.set(open)
}

/** Follows the engine where something else than this page has changed the round. */
async function follow<G extends RoundGame>(context: RoundContext<G>): Promise<void> {
  const { engine, base, round, isResumed } = context
  if (context.moves > 0) return
  const found = engine.openRounds.get().find((each) => each.game === base.game)
  const open = found && roundOf<G>(found)
  const shown = round.get()
  if (open) {
    if (isSameValue(open, shown)) return
    if (open.id !== shown?.id) isResumed.set(true)
    return adopt(context, open)
  }
  if (!shown) return
  const bet = await engine.history.get(shown.id).catch(() => undefined)
  if (round.get() !== shown) return
  if (bet && !isCrashBet(bet) && bet.game === base.game) return showEnd(context, betOf(bet))
  base.clearStage()
  round.set(undefined)
  isResumed.set(false)
}

/** Shows a round that auto-play plays. When it fails, the player goes on with the round that it left. */
async function playShown<G extends RoundGame>(
  context: RoundContext<G>,
  play: (show: WholeRound['show']) => Promise<SettledBet<G>>,
): Promise<SettledBet<G>> {
  let left: OpenRound<G> | undefined
  const show = (state: RoundState) => {
    left = state.status === 'open' ? roundOf(state.round) : undefined
    // Nobody can see steps that follow one another at once: only the end is drawn.
    if (state.status === 'settled' || isMotionWanted()) showState(context, state)
  }
  context.moves += 1
  try {
    return await play(show)
  } catch (error) {
    if (left) adopt(context, left)
    throw error
  } finally {
    context.moves -= 1
    void follow(context)
  }
}

function paced<G extends RoundGame>(
  { engine, pace }: RoundContext<G>,
  signal: AbortSignal,
): WholeRound['engine'] {
  return {
    place: (request) => engine.place(request),
    cashOut: (id, key) => engine.cashOut(id, key),
    async act(id, step, key) {
      if (isMotionWanted() && !signal.aborted) await pace.wait(AUTO_STEP_MS, signal)
      return engine.act(id, step, key)
    },
  }
}

// The engine answers with the game it was asked for, which the compiler cannot follow.
const roundOf = <G extends RoundGame>(open: OpenRound) => open as unknown as OpenRound<G>
const betOf = <G extends RoundGame>(bet: SettledBet) => bet as unknown as SettledBet<G>
