import { isCrashBet, type PastBet, type SettledBet } from '#features/play/play-engine.ts'

/** Bets that the player's seeds decide. */
export const seededBets = (bets: readonly PastBet[]): SettledBet[] => bets.filter((bet) => !isCrashBet(bet))
