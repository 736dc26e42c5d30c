import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { followFavourites } from './favourites.actions.ts'
import { favourites } from './favourites.state.ts'

/** Slugs, newest first, also of changes in other tabs. */
export function useFavourites(): readonly string[] {
  useEffect(followFavourites, [])
  return useStore(favourites)
}
