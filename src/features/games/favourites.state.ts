import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'

export const FAVOURITES_KEY = 'favourite_games'
export const MAX_FAVOURITES = 200

/** Newest first; drops invalid entries. */
export function readFavourites(): readonly string[] {
  const stored = parseStored(v.array(v.unknown()), browserStorage.get(FAVOURITES_KEY)) ?? []
  return [...new Set(stored.filter((entry) => v.is(SlugSchema, entry)))].slice(0, MAX_FAVOURITES)
}

/** Slugs of favourites on this device, newest first. Changed only by `favourites.actions.ts`. */
export const favourites = createStore(readFavourites())
