import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'

export const RECENT_GAMES_KEY = 'recent_games'
export const MAX_RECENT_GAMES = 12

const RecentGameSchema = v.object({
  slug: SlugSchema,
  /** Milliseconds since the epoch. */
  openedAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type RecentGame = v.InferOutput<typeof RecentGameSchema>

/** Newest first; drops invalid and repeated entries. */
export function readRecentGames(): readonly RecentGame[] {
  const stored = parseStored(v.array(v.unknown()), browserStorage.get(RECENT_GAMES_KEY)) ?? []
  const bySlug = new Map<string, RecentGame>()
  for (const entry of stored) {
    if (v.is(RecentGameSchema, entry) && !bySlug.has(entry.slug)) bySlug.set(entry.slug, entry)
  }
  return [...bySlug.values()].slice(0, MAX_RECENT_GAMES)
}

/** Games opened on this device, newest first. Changed only by `recent-games.actions.ts`. */
export const recentGames = createStore(readRecentGames())
