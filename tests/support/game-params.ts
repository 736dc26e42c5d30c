import { isRoundGame, type InstantGame, type PlayGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'

/** What each game is bet on with, and for games of several steps what may be tried one after the other. */
export const GAME_PARAMS: {
  readonly [G in PlayGame]: {
    readonly params: object
    readonly steps?: readonly object[]
    /** What it is not played with, where `{}` is no example of it; none in a game that has nothing to choose. */
    readonly wrong?: readonly object[]
  }
} = {
  dice: { params: { side: 'over', target: 5_050 } },
  limbo: { params: { target: 200 } },
  mines: {
    params: { mines: 3 },
    steps: Array.from({ length: 22 }, (_, tile) => ({ type: 'reveal', tile })),
  },
  plinko: { params: { rows: 8, risk: 'low' } },
  hilo: {
    params: { startCard: '7D' },
    steps: [{ type: 'guess', guess: 'higher-or-same' }, { type: 'skip' }],
    wrong: [{ startCard: 'XX' }, { startCard: 7 }],
  },
  keno: { params: { risk: 'low', picks: [3, 17, 39] } },
  wheel: { params: { segments: 10, risk: 'low' } },
  'pond-reels': { params: {}, wrong: [] },
}

/** Games that a bet settles at once. */
export const INSTANT_GAMES = PLAY_GAMES.filter((game): game is InstantGame => !isRoundGame(game))
