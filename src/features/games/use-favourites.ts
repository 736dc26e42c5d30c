import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { followFavourites } from './favourites.actions.ts'
import { favourites } from './favourites.state.ts'

/** Slugs of the player's favourite games, latest first, kept in step with other tabs. */
export function useFavourites(): readonly string[] {
  useEffect(followFavourites, [])
  return useStore(favourites)
}
