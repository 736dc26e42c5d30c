import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { createPlay, type Play, type PlayOptions } from './play-controller.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { InstantGame } from '#rules/games.ts'

export interface InstantPlayOptions<G extends InstantGame> extends PlayOptions<G> {
  /** Several results may move at once; otherwise the next bet ends the motion of the one before. */
  readonly isConcurrent?: boolean
}

export function createInstantPlay<G extends InstantGame>(options: InstantPlayOptions<G>): Play<G> {
  const { game, isConcurrent = false } = options

  async function place(play: Play<G>, stake: bigint, autoPlay?: AutoPlayStep): Promise<SettledBet<G>> {
    const round = autoPlay ? undefined : play.freeRound.get()
    const free = round === 'none' ? undefined : round?.id
    const request = { game, params: play.params.get(), stake, key: createIdempotencyKey(), autoPlay, free }
    // Game and parameters belong together, which the compiler cannot follow.
    return (await play.engine.place(request)) as SettledBet<G>
  }

  return createPlay(options, {
    async start(play, stake) {
      if (!isConcurrent) play.finishMotion()
      const held = play.freeRound.get() ? undefined : play.hold(stake)
      const bet = await play.attempt(() => place(play, stake))
      if (bet) await play.show(bet, { held })
      else held?.release()
    },
    async playWhole(play, stake, signal, autoPlay) {
      const held = play.hold(stake)
      try {
        const bet = await place(play, stake, autoPlay)
        await play.show(bet, { held, signal })
        return bet
      } catch (error) {
        held?.release()
        throw error
      }
    },
  })
}
