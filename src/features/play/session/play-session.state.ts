import { proxy } from 'valtio'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { EMPTY_STATS, type SessionStats } from './session-stats.ts'

/** What screens have shown the player of one game and coin since the page was opened. Replaced, never patched. */
export interface GameSession {
  readonly stats: SessionStats
  /** Settled bets, latest first. Begins with those of the stored history once `loadRecentBets` was called. */
  readonly recent: readonly SettledBet[]
  /** Stakes of this session, latest first: what is usual. */
  readonly stakes: readonly bigint[]
  /** The highest stake the player confirmed although it was far above the usual. */
  readonly acknowledgedStake: bigint
}

/** Bets in `recent`. */
export const RECENT_BETS = 20

export const NEW_SESSION: GameSession = { stats: EMPTY_STATS, recent: [], stakes: [], acknowledgedStake: 0n }

type SessionKey = `${string}/${PlayGame}`

/** Sessions that have begun: nothing of one coin counts in another's. Changed only by `play-session.actions.ts`. */
export const playSessions = proxy<Record<SessionKey, GameSession>>({})

export const sessionKey = (coin: string, game: PlayGame): SessionKey => `${coin}/${game}`

/** The session of a game with a coin, by its id. */
export function readSession(coin: string, game: PlayGame): GameSession {
  return playSessions[sessionKey(coin, game)] ?? NEW_SESSION
}
