import type { HiloGuess } from '#rules/hilo/hilo.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { createRoundPlay, type RoundPlay } from '#features/play/controller/round-play.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { canSkipHilo } from '#rules/hilo/hilo-rules.ts'
import { hiloOffers, sideOf } from './hilo-moves.ts'

export interface HiloPlay extends RoundPlay<'hilo'> {
  /** Does nothing for a guess that is not offered. */
  guess(guess: HiloGuess): Promise<void>
  /** Makes the guess in this direction. */
  guessTo(side: ReturnType<typeof sideOf>): Promise<void>
  /** Turns the next card without risk. Does nothing at the last one. */
  skip(): Promise<void>
}

/** In ms. A tap sooner after a card turned was meant for the card before. */
const LOOK_MS = 250

export function createHiloPlay(engine: PlayEngine): HiloPlay {
  const base = createRoundPlay({ game: 'hilo', params: {}, motionMs: 0, engine })
  let turnedAt = -Infinity
  base.round.subscribe(() => {
    turnedAt = performance.now()
  })
  const seenRound = () => (performance.now() - turnedAt < LOOK_MS ? undefined : base.round.get())

  async function guess(guessed: HiloGuess): Promise<void> {
    const round = seenRound()
    if (!round) return
    const limits = engine.limits(round.coin).get()
    const offer = hiloOffers(round, limits?.maxPayout).find((each) => each.guess === guessed)
    if (offer && !offer.isTooHigh) await base.step({ type: 'guess', guess: guessed })
  }

  return {
    ...base,
    setParams(params) {
      base.setParams(params)
      // The chosen start card replaces the finished round.
      if (!base.round.get()) base.clearStage()
    },
    guess,
    async guessTo(side) {
      const offers = hiloOffers(base.round.get() ?? { cards: [], moves: [], stake: 0n }, undefined)
      const offer = offers.find((each) => sideOf(each.guess) === side)
      if (offer) await guess(offer.guess)
    },
    async skip() {
      const round = seenRound()
      if (round && canSkipHilo(round.cards.length)) await base.step({ type: 'skip' })
    },
  }
}

/** The single instance. It follows the engine's open round once its screen has been shown. */
export const useHiloPlay = createPlayHook(createHiloPlay)
