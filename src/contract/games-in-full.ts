import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { GameDetailSchema } from './games.ts'

/** More games than a player reads offline. */
export const GAMES_IN_FULL = 12

/** In a file of its own: the app requests it when idle, and the first load needs no code for it. */
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
