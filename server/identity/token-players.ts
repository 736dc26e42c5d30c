const MOST = 20_000
/** A session that ended elsewhere counts as its player's no longer than this. */
const KEPT_MS = 30_000

/** Whose token was good when it was last looked at: enough to share out turns, and no proof of anything. */
export interface TokenPlayers {
  of(token: string): number | undefined
  remember(token: string, uid: number): void
  forget(token: string): void
}

/** @param steady milliseconds that are never set */
export function createTokenPlayers(steady: () => number = () => performance.now()): TokenPlayers {
  /** Those that were seen last come last. */
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
