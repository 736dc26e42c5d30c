import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { FAVOURITES_KEY, favourites, MAX_FAVOURITES, readFavourites } from './favourites.state.ts'

/** Adds or removes a favourite. Above the limit the oldest one is removed. */
export function toggleFavourite(slug: string): void {
  const others = favourites.get().filter((other) => other !== slug)
  const isMarked = others.length < favourites.get().length
  favourites.set(isMarked ? others : [slug, ...others].slice(0, MAX_FAVOURITES))
  browserStorage.set(FAVOURITES_KEY, JSON.stringify(favourites.get()))
}

/** Follows the changes of other tabs; returns a function that stops it. */
export function followFavourites(): () => void {
  // Another tab may have changed them before this call.
  const stored = browserStorage.get(FAVOURITES_KEY)
  if (stored !== null && stored !== JSON.stringify(favourites.get())) favourites.set(readFavourites())
  return followStored(FAVOURITES_KEY, () => {
    favourites.set(readFavourites())
  })
}

export function clearFavourites(): void {
  favourites.set([])
  browserStorage.remove(FAVOURITES_KEY)
}
