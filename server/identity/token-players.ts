const MOST = 20_000
/** Longest time that a session that another process ended still counts as its player's. */
const KEPT_MS = 30_000

/** Player of a token, as last seen: enough for fair turns, but no authentication. */
export interface TokenPlayers {
  of(token: string): number | undefined
  remember(token: string, uid: number): void
  forget(token: string): void
}

/** @param steady milliseconds of a monotonic clock */
export function createTokenPlayers(steady: () => number = () => performance.now()): TokenPlayers {
  /** Ordered from least to most recently seen. */
  const players = new Map<string, { readonly uid: number; readonly until: number }>()
  return {
    of(token) {
      const known = players.get(token)
      if (known === undefined) return undefined
      if (steady() < known.until) return known.uid
      players.delete(token)
      return undefined
    },
    remember(token, uid) {
      players.delete(token)
      const [oldest] = players.keys()
      if (players.size >= MOST && oldest !== undefined) players.delete(oldest)
      players.set(token, { uid, until: steady() + KEPT_MS })
    },
    forget: (token: string) => void players.delete(token),
  }
}
