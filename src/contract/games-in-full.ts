import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { GameDetailSchema } from './games.ts'

/** How many games the answer has at most: more than a player reads offline. */
export const GAMES_IN_FULL = 12

/** Apart from the other questions about games: a launch asks it when it is idle, and the first load does without. */
export const listGamesInFull = endpoint({
  method: 'GET',
  path: '/games-in-full',
  tag: 'catalogue',
  access: 'public',
  isOpen: true,
  summary: `The first ${GAMES_IN_FULL} games in lobby order, each as "One game" answers it`,
  data: v.pipe(v.array(GameDetailSchema), v.maxLength(GAMES_IN_FULL)),
  errors: [],
})
