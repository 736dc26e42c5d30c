import type { PlinkoParams } from '#fair/plinko.ts'
import { createInstantPlay } from '#features/play/instant-play.ts'
import { PLINKO_FLIGHT_MS } from './plinko-flight.ts'

export const plinkoPlay = createInstantPlay({
  game: 'plinko',
  params: { rows: 12, risk: 'medium' },
  // A ball lies in its bucket for two frames before the payout follows.
  motionMs: PLINKO_FLIGHT_MS + 30,
  isConcurrent: true,
})

/** Balls under way belong to the board they were dropped on, so they land before it changes. */
export function changePlinko(change: Partial<PlinkoParams>): void {
  if (plinkoPlay.isAutoPlaying()) return
  plinkoPlay.finishMotion()
  plinkoPlay.setParams({ ...plinkoPlay.params.get(), ...change })
}
