import { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import { apiQuery } from '#queries/api-query.ts'

const MINUTE = 60_000

/** The whole catalogue in lobby order. Filters and search run in the browser, so they work offline. */
export const gamesQuery = apiQuery(listGames, { persist: 'public', staleTime: MINUTE })

/** Categories in menu order. */
export const categoriesQuery = apiQuery(listCategories, { persist: 'public', staleTime: 5 * MINUTE })

export const providersQuery = apiQuery(listProviders, { persist: 'public', staleTime: 5 * MINUTE })

/** One game with its rules and fairness. */
export const gameQuery = (slug: string) =>
  apiQuery(getGame, { params: { slug }, persist: 'public', staleTime: 5 * MINUTE })
