import { ref } from 'valtio'
import {
  isCrashBet,
  ownStakeOf,
  type BetGame,
  type Coin,
  type PlayEngine,
  type SettledBet,
  type SettledCrashBet,
} from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { playSessions, readSession, RECENT_BETS, sessionKey, type GameSession } from './play-session.state.ts'
import { addToSessionNet } from './session-net.ts'
import { EMPTY_STATS, withBet } from './session-stats.ts'
import { RECENT_STAKES } from './stake-guard.ts'

function change(coin: string, game: BetGame, next: Partial<GameSession>): void {
  playSessions[sessionKey(coin, game)] = ref({ ...readSession(coin, game), ...next })
}

/**
 * Counts a settled bet. Called when the player sees its result and not before, so that statistics and
 * recent results do not run ahead of the animation. A bet counts once.
 */
export function recordShownBet(bet: SettledBet): void {
  const { stats, recent, stakes } = readSession(bet.coin, bet.game)
  if (recent.some(({ id }) => id === bet.id)) return
  const stake = ownStakeOf(bet)
  addToSessionNet(bet, bet.payout - stake)
  change(bet.coin, bet.game, {
    stats: withBet(stats, { ...bet, stake }),
    recent: [bet, ...recent].slice(0, RECENT_BETS),
    ...(stake > 0n && { stakes: [stake, ...stakes].slice(0, RECENT_STAKES) }),
  })
}

/** Called once for each bet of Crash, when the player sees its result. */
export function recordCrashBet(
  bet: Pick<SettledCrashBet, 'game' | 'stake' | 'payout' | 'multiplier' | keyof Coin>,
): void {
  const { stats, stakes } = readSession(bet.coin, bet.game)
  addToSessionNet(bet, bet.payout - bet.stake)
  change(bet.coin, bet.game, {
    stats: withBet(stats, bet),
    stakes: [bet.stake, ...stakes].slice(0, RECENT_STAKES),
  })
}

/** Puts the latest bets of the stored history behind those of this session. */
export async function loadRecentBets(
  engine: Pick<PlayEngine, 'balance' | 'history'>,
  game: PlayGame,
): Promise<void> {
  const coin = engine.balance.get()?.coin
  if (coin === undefined) return
  const page = await engine.history.page({ game })
  const bets = page.bets.filter((bet) => !isCrashBet(bet))
  const shown = readSession(coin, game).recent
  const oldest = shown.at(-1)
  // Bets later than what is shown are still on their way to the player.
  const older = bets.filter((bet) => (oldest ? bet.time <= oldest.time : true))
  const known = new Set(shown.map(({ id }) => id))
  change(coin, game, {
    recent: [...shown, ...older.filter(({ id }) => !known.has(id))].slice(0, RECENT_BETS),
  })
}

/** Recent results and usual stakes stay. */
export function resetStats(coin: string, game: BetGame): void {
  change(coin, game, { stats: EMPTY_STATS })
}

/** The player is not asked again about stakes up to this one. */
export function acknowledgeStake(coin: string, game: BetGame, stake: bigint): void {
  if (stake > readSession(coin, game).acknowledgedStake) change(coin, game, { acknowledgedStake: stake })
}

export function forgetRecentBets(coin: string): void {
  for (const key of Object.keys(playSessions) as (keyof typeof playSessions)[]) {
    const session = playSessions[key]
    if (session && key.startsWith(`${coin}/`)) playSessions[key] = ref({ ...session, recent: [] })
  }
}
