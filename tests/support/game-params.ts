import type { GiftGame } from '#rules/fair-games.ts'
import { isRoundGame, type InstantGame, type PlayGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'

/** Parameters for a bet in each game, and steps to try one after the other in games with rounds. */
export const GAME_PARAMS: {
  readonly [G in PlayGame]: {
    readonly params: object
    readonly steps?: readonly object[]
    /** Invalid parameters, if `{}` is not invalid; undefined for a game without choices. */
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
  'gift-wheel': { params: {}, wrong: [] },
}

export type InstantBetGame = Exclude<InstantGame, GiftGame>

/** Games that players bet on and that a bet settles at once. */
export const INSTANT_GAMES = PLAY_GAMES.filter((game): game is InstantBetGame => !isRoundGame(game))
