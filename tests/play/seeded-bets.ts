import { isCrashBet, type PastBet, type SettledBet } from '#features/play/play-engine.ts'

/** Those that seeds of the player decide. */
export const seededBets = (bets: readonly PastBet[]): SettledBet[] => bets.filter((bet) => !isCrashBet(bet))
