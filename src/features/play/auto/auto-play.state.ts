import { proxy, ref } from 'valtio'
import type { AutoPlay } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { forEachGame } from '#rules/play-games.ts'

const IDLE: AutoPlay = { status: 'idle' }

/** The latest run of each game. Changed only by `auto-play.actions.ts` and `auto-play-start.ts`. */
export const autoPlayState = proxy<Record<BetGame, AutoPlay>>({
  ...forEachGame<AutoPlay>(() => ref(IDLE)),
  crash: ref(IDLE),
})
