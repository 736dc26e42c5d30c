import type { WheelParams } from '#rules/wheel/wheel.ts'
import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { WHEEL_TURN_MS } from './wheel-turn.ts'

export const useWheelPlay = createPlayHook((engine) =>
  createInstantPlay({
    engine,
    game: 'wheel',
    params: { segments: 20, risk: 'medium' },
    // The wheel stands still for a frame before the payout follows.
    motionMs: WHEEL_TURN_MS + 20,
  }),
)

/** A turning wheel jumps to its end before another one replaces it. */
export function changeWheel(play: Play<'wheel'>, change: Partial<WheelParams>): void {
  if (play.isAutoPlaying()) return
  play.finishMotion()
  play.setParams({ ...play.params.get(), ...change })
}
