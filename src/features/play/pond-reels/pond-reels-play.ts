import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { POND_SPIN_MS } from './pond-spin.ts'

export const usePondReelsPlay = createPlayHook((engine) =>
  createInstantPlay({
    engine,
    game: 'pond-reels',
    params: {},
    // The last reel stands still for two frames before the win is shown.
    motionMs: POND_SPIN_MS + 30,
  }),
)
