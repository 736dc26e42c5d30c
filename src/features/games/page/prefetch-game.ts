import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'
import { gameQuery } from '#features/games/games.queries.ts'

/** Starts loading the game of a URL; ignores text that is not a slug. */
export function prefetchGame(queryClient: QueryClient, slug: string): void {
  if (v.is(SlugSchema, slug)) void queryClient.prefetchQuery(gameQuery(slug))
}
