import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { MAX_RECENT_GAMES, readRecentGames, RECENT_GAMES_KEY, recentGames } from './recent-games.state.ts'

/** Puts the game first. `openedAt` in milliseconds since the epoch. */
export function recordRecentGame(slug: string, openedAt = Date.now()): void {
  const others = recentGames.get().filter((game) => game.slug !== slug)
  recentGames.set([{ slug, openedAt }, ...others].slice(0, MAX_RECENT_GAMES))
  browserStorage.set(RECENT_GAMES_KEY, JSON.stringify(recentGames.get()))
}

/** Follows the changes of other tabs; returns a function that stops it. */
export function followRecentGames(): () => void {
  // Another tab may have changed the list before this call.
  const stored = browserStorage.get(RECENT_GAMES_KEY)
  if (stored !== null && stored !== JSON.stringify(recentGames.get())) recentGames.set(readRecentGames())
  return followStored(RECENT_GAMES_KEY, () => {
    recentGames.set(readRecentGames())
  })
}

export function clearRecentGames(): void {
  recentGames.set([])
  browserStorage.remove(RECENT_GAMES_KEY)
}
