import { useSyncExternalStore } from 'react'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { playMinesRound } from './mines-auto-round.ts'
import { createPlay, type Play } from '#features/play/controller/play-controller.ts'
import type { OpenRound, PlayEngine, RoundState, SettledBet } from '#features/play/play-engine.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { createPlayMotion, isMotionWanted } from '#features/play/session/play-motion.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playStepSound } from '#features/play/session/play-sound.ts'
import { stakeText } from '#features/play/stake/stake-entry.ts'
import { FIRST_AUTO_PLAN, tilesOfRound, type MinesAutoPlan } from './mines-auto-plan.ts'
import { randomHiddenTile } from './mines-board.ts'

/** Mines: what every game has, and a round that goes on step by step. */
export interface MinesPlay extends Play<'mines'> {
  /** The open round as the player sees it. Its result takes its place on `stage`. */
  readonly round: ReadableStore<OpenRound | undefined>
  /** The round was not begun here: it was open when the page came, or another tab began it. */
  readonly isResumed: ReadableStore<boolean>
  readonly autoPlan: WritableStore<MinesAutoPlan>
  /** Opens a tile of the round; nothing happens where that is not possible. */
  reveal(tile: number): Promise<void>
  /** Opens one of the hidden tiles. */
  revealRandom(): Promise<void>
  /** Ends the round and takes what it pays; nothing happens before the first gem. */
  cashOut(): Promise<void>
}

/** Between two tiles of a round that is played by itself, so that they are seen one by one. */
const AUTO_STEP_MS = 120

export function createMinesPlay(engine: PlayEngine): MinesPlay {
  const round = createStore<OpenRound | undefined>(undefined)
  const isResumed = createStore(false)
  const autoPlan = createStore(FIRST_AUTO_PLAN)
  const pace = createPlayMotion()
  /** Moves of this page under way; what they change in the engine is shown by themselves. */
  let moves = 0

  /** The settled bet comes first: the board goes from the round to it without a moment in between. */
  function showEnd(bet: SettledBet<'mines'>): void {
    void base.show(bet)
    round.set(undefined)
    isResumed.set(false)
  }
  function showState(state: RoundState): void {
    if (state.status === 'settled') return showEnd(state.bet)
    const isStep = round.get()?.id === state.round.id
    round.set(state.round)
    isResumed.set(false)
    if (isStep && playPreferences.choices.sound) playStepSound()
  }

  /** Amount and mines become those of the round, which may have been begun with others. */
  function adopt(open: OpenRound): void {
    base.setParams(open.params)
    base.setStakeText(stakeText(open.stake, open.decimals))
    round.set(open)
  }

  /** Follows the engine where something else than this page has changed the round. */
  async function follow(): Promise<void> {
    if (moves > 0) return
    const open = engine.openRounds.get().find(({ game }) => game === 'mines')
    const shown = round.get()
    if (open) {
      if (open.id === shown?.id && open.opened.length === shown.opened.length) return
      if (open.id !== shown?.id) isResumed.set(true)
      return adopt(open)
    }
    if (!shown) return
    const bet = await engine.history.get(shown.id).catch(() => undefined)
    if (round.get() !== shown) return
    if (bet?.game === 'mines') return showEnd(bet)
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

  /** The engine as auto-play uses it: with a little time between the tiles where motion is wanted. */
  function paced(signal: AbortSignal): Pick<PlayEngine, 'place' | 'act' | 'cashOut'> {
    return {
      place: (request) => engine.place(request),
      cashOut: (id, key) => engine.cashOut(id, key),
      async act(id, action, key) {
        if (isMotionWanted() && !signal.aborted) await pace.wait(AUTO_STEP_MS, signal)
        return engine.act(id, action, key)
      },
    }
  }

  const base = createPlay(
    { game: 'mines', params: { mines: 3 }, motionMs: 0, engine },
    {
      async start(play, stake) {
        const request = {
          game: 'mines',
          params: play.params.get(),
          stake,
          key: createIdempotencyKey(),
        } as const
        await move(
          () => engine.place(request),
          (opened) => showState({ status: 'open', round: opened }),
        )
      },
      async playWhole(play, stake, signal, autoPlay) {
        const params = play.params.get()
        const tiles = tilesOfRound(autoPlan.get(), params)
        let left: OpenRound | undefined
        const show = (state: RoundState) => {
          left = state.status === 'open' ? state.round : undefined
          // Steps that follow one another at once are never seen: only the end is drawn.
          if (state.status === 'settled' || isMotionWanted()) showState(state)
        }
        moves += 1
        try {
          return await playMinesRound(paced(signal), { params, stake, tiles, autoPlay, show })
        } catch (error) {
          if (left) adopt(left)
          throw error
        } finally {
          moves -= 1
          void follow()
        }
      },
    },
  )

  const canStep = () => !base.isAutoPlaying() && !base.isPlacing.get()
  const isOpen = () => round.get() !== undefined

  const play: MinesPlay = {
    ...base,
    round,
    isResumed,
    autoPlan,
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
    async reveal(tile) {
      const open = round.get()
      if (!open || open.opened.includes(tile) || !canStep()) return
      await move(() => engine.act(open.id, { type: 'reveal', tile }, createIdempotencyKey()), showState)
    },
    async revealRandom() {
      const open = round.get()
      const tile = open && randomHiddenTile(open.opened)
      if (tile !== undefined) await play.reveal(tile)
    },
    async cashOut() {
      const open = round.get()
      if (!open || open.opened.length === 0 || !canStep()) return
      await move(
        () => engine.cashOut(open.id, createIdempotencyKey()),
        (bet) => {
          base.rest()
          showEnd(bet)
        },
      )
    },
  }

  engine.openRounds.subscribe(() => void follow())
  void follow()
  return play
}

/** The one play of Mines; follows the engine's open round from the first look at its screen. */
export const useMinesPlay = createPlayHook(createMinesPlay)

/** Whether a round is open. Its steps render nothing. */
export function useIsRoundOpen(): boolean {
  const { round } = useMinesPlay()
  return useSyncExternalStore(round.subscribe, () => round.get() !== undefined)
}
