import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { SlugSchema, type GameDetail, type GameSummary } from '#contract/games.ts'
import { gameQuery, gamesQuery } from '#features/games/games.queries.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'

export type GameLookup =
  | { status: 'loading' }
  /** The catalogue's entry, shown until `detail` arrives; `error` if that failed. */
  | {
      status: 'found'
      game: GameSummary
      detail: GameDetail | undefined
      error: Error | null
      isPaused: boolean
    }
  | { status: 'unknown' }
  | { status: 'offline' }
  | { status: 'failed'; error: Error }

/** Finds a game by the URL's text. If that is not a slug, the server is not asked. */
export function useGame(slug: string): GameLookup & { retry: () => void } {
  const isSlug = v.is(SlugSchema, slug)
  const detail = useQuery({ ...gameQuery(slug), enabled: isSlug })
  const summary = useQuery({
    ...gamesQuery,
    select: (games) => games.find((game) => game.slug === slug),
  })
  const retry = () => void detail.refetch()
  const isPaused = detail.fetchStatus === 'paused'

  if (!isSlug || isNotFound(detail.error)) return { status: 'unknown', retry }
  const game = detail.data ?? summary.data
  if (game) return { status: 'found', game, detail: detail.data, error: detail.error, isPaused, retry }
  if (isPaused) return { status: 'offline', retry }
  if (detail.error) return { status: 'failed', error: detail.error, retry }
  return { status: 'loading', retry }
}

/** In the player's language; undefined while unknown. */
export function useGameName(slug: string): string | undefined {
  const lookup = useGame(slug)
  const locale = useLocale()
  return lookup.status === 'found' ? inLocale(lookup.game.name, locale) : undefined
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
