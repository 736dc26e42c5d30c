import type { PlayGame } from '#rules/games.ts'
import { DICE_GAME } from './dice/game.tsx'
import { LIMBO_GAME } from './limbo/game.tsx'
import { MINES_GAME } from './mines/game.tsx'
import type { PlayableGame } from './playable-game.ts'
import { PLINKO_GAME } from './plinko/game.tsx'

/** Every game that has rules: leaving one out does not compile. */
const PLAYABLE: { readonly [G in PlayGame]: PlayableGame<G> } = {
  dice: DICE_GAME,
  limbo: LIMBO_GAME,
  mines: MINES_GAME,
  plinko: PLINKO_GAME,
}

/** A game not known before it is shown: what is handed to it is of a bet of its own. */
export const playableGame = (game: PlayGame): PlayableGame<PlayGame> =>
  PLAYABLE[game] as unknown as PlayableGame<PlayGame>
