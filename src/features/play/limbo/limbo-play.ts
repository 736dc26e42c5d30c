import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { LIMBO_CLIMB_MS } from './limbo-climb.ts'

/** Doubles the stake, so that a first bet may win or lose. */
export const useLimboPlay = createPlayHook((engine) =>
  createInstantPlay({
    engine,
    game: 'limbo',
    params: { target: 200 },
    // The last figure of the climb stands still for a moment before it is final.
    motionMs: LIMBO_CLIMB_MS + 40,
  }),
)
