import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { MAX_RECENT_GAMES, readRecentGames, RECENT_GAMES_KEY, recentGames } from './recent-games.state.ts'

/** Puts a game at the head of the recently opened ones. `openedAt` in milliseconds since 1970. */
export function recordRecentGame(slug: string, openedAt = Date.now()): void {
  const others = recentGames.get().filter((game) => game.slug !== slug)
  recentGames.set([{ slug, openedAt }, ...others].slice(0, MAX_RECENT_GAMES))
  browserStorage.set(RECENT_GAMES_KEY, JSON.stringify(recentGames.get()))
}

/** Takes over what other tabs open; returns the function that stops it. */
export function followRecentGames(): () => void {
  // Another tab may have written while nobody listened here.
  const stored = browserStorage.get(RECENT_GAMES_KEY)
  if (stored !== null && stored !== JSON.stringify(recentGames.get())) recentGames.set(readRecentGames())
  return followStored(RECENT_GAMES_KEY, () => {
    recentGames.set(readRecentGames())
  })
}

/** Forgets which games were opened. */
export function clearRecentGames(): void {
  recentGames.set([])
  browserStorage.remove(RECENT_GAMES_KEY)
}
