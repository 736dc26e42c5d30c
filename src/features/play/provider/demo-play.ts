import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { PLAYABLE_GAMES } from './playable-games.ts'

/** Play with demo coins. Import it where a game is opened, never in the entry. */
export const DEMO_PLAY = {
  engine: createLocalEngine({ name: 'koi-play' }),
  games: PLAYABLE_GAMES,
}
