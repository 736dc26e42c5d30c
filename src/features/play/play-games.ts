import { DICE_GAME } from './dice/game.tsx'
import { LIMBO_GAME } from './limbo/game.tsx'
import { MINES_GAME } from './mines/game.tsx'
import type { PlayableGames } from './playable-game.ts'
import { PLINKO_GAME } from './plinko/game.tsx'

/** The games that can be played here. */
export const PLAYABLE_GAMES: PlayableGames = {
  dice: DICE_GAME,
  limbo: LIMBO_GAME,
  mines: MINES_GAME,
  plinko: PLINKO_GAME,
}
