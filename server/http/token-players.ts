const MOST = 20_000

/** Whose token was good when it was last looked at: enough to share out turns, and no proof of anything. */
export interface TokenPlayers {
  of(token: string): number | undefined
  remember(token: string, uid: number): void
  forget(token: string): void
}

export function createTokenPlayers(): TokenPlayers {
  const players = new Map<string, number>()
  return {
    of: (token: string) => players.get(token),
    remember(token, uid) {
      if (players.has(token)) return
      const [oldest] = players.keys()
      if (players.size >= MOST && oldest !== undefined) players.delete(oldest)
      players.set(token, uid)
    },
    forget: (token: string) => void players.delete(token),
  }
}
