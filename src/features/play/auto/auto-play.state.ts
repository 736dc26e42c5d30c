import { proxy, ref } from 'valtio'
import type { AutoPlay } from './auto-play.ts'
import type { PlayGame } from '#rules/games.ts'

const IDLE: AutoPlay = { status: 'idle' }

/** The automatic run of each game, the latest one. Changed only by `auto-play.actions.ts`. */
export const autoPlayState = proxy<Record<PlayGame, AutoPlay>>({
  dice: ref(IDLE),
  limbo: ref(IDLE),
  mines: ref(IDLE),
  plinko: ref(IDLE),
})
