import { proxy, ref } from 'valtio'
import type { SettledBet } from '#features/play/play-engine.ts'
import { forEachGame } from '#rules/play-games.ts'
import { EMPTY_STATS, type SessionStats } from './session-stats.ts'

/** What screens have shown the player of one game since the page was opened. Replaced, never patched. */
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

/** Changed only by `play-session.actions.ts`. */
export const playSession = proxy(forEachGame<GameSession>(() => ref(NEW_SESSION)))
