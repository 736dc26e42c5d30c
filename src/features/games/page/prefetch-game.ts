import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'
import { gameQuery } from '#features/games/games.queries.ts'

/** Starts loading a game that the URL names; what is no slug is not asked for. */
export function prefetchGame(queryClient: QueryClient, slug: string): void {
  if (v.is(SlugSchema, slug)) void queryClient.prefetchQuery(gameQuery(slug))
}
