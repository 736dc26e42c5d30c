import type { PlinkoParams } from '#rules/plinko/plinko.ts'
import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { PLINKO_FLIGHT_MS } from './plinko-flight.ts'

export const usePlinkoPlay = createPlayHook((engine) =>
  createInstantPlay({
    engine,
    game: 'plinko',
    params: { rows: 12, risk: 'medium' },
    // The ball lies in its bucket for two frames before the payout follows.
    motionMs: PLINKO_FLIGHT_MS + 30,
    isConcurrent: true,
  }),
)

/** Falling balls belong to the board they were dropped on, so they land before it changes. */
export function changePlinko(play: Play<'plinko'>, change: Partial<PlinkoParams>): void {
  if (play.isAutoPlaying()) return
  play.finishMotion()
  play.setParams({ ...play.params.get(), ...change })
}
