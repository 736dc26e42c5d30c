import type { PlayGame } from '#rules/games.ts'

/** What each game is bet on with, and for games of several steps what may be tried one after the other. */
export const GAME_PARAMS: {
  readonly [G in PlayGame]: { readonly params: object; readonly steps?: readonly object[] }
} = {
  dice: { params: { side: 'over', target: 5_050 } },
  limbo: { params: { target: 200 } },
  mines: {
    params: { mines: 3 },
    steps: Array.from({ length: 22 }, (_, tile) => ({ type: 'reveal', tile })),
  },
  plinko: { params: { rows: 8, risk: 'low' } },
}
