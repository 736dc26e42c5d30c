import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { followFavourites } from './favourites.actions.ts'
import { favouritesState } from './favourites.state.ts'

/** Slugs of the player's favourite games, latest first, kept in step with other tabs. */
export function useFavourites(): readonly string[] {
  useEffect(followFavourites, [])
  return useSnapshot(favouritesState).slugs
}
