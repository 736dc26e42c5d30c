import {
  getProviderGame,
  listProviderGames,
  PROVIDER_CATEGORIES,
  type ProviderCategory,
} from '#contract/provider-games.ts'
import { apiCursor } from './api-pages.ts'
import { apiQuery } from './api-query.ts'

const MINUTE = 60_000

export interface ProviderGamesFilter {
  readonly category?: ProviderCategory | undefined
  readonly provider?: string | undefined
  /** Part of a name. */
  readonly text?: string | undefined
}

/** Longest text that the server searches for. */
const SEARCHED_LETTERS = 60

/** Games of other providers by name, in pages. Results of a search are not kept for the next launch. */
export const providerGamesQuery = ({ category, provider, text }: ProviderGamesFilter) => ({
  ...apiCursor(listProviderGames, {
    query: {
      ...(category !== undefined && { category }),
      ...(provider !== undefined && { provider }),
      ...(text !== undefined && { search: text.slice(0, SEARCHED_LETTERS) }),
    },
    next: ({ next }) => next,
    ...(text === undefined && { persist: 'public' as const }),
  }),
  // Pages that are asked for again come one after the other.
  staleTime: 5 * MINUTE,
})

export const providerGameQuery = (provider: string, code: string) =>
  apiQuery(getProviderGame, { params: { provider, code }, persist: 'public', staleTime: 5 * MINUTE })

export const isProviderCategory = (slug: string): slug is ProviderCategory =>
  PROVIDER_CATEGORIES.some((known) => known === slug)
