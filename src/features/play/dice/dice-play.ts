import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'

/** Nearly even, so that a first bet may win or lose. */
export const useDicePlay = createPlayHook((engine) =>
  createInstantPlay({
    engine,
    game: 'dice',
    params: { side: 'over', target: 5_050 },
    motionMs: 360,
  }),
)
