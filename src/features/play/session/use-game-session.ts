import { useSnapshot } from 'valtio'
import { useCoin } from '#features/play/use-coin.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { NEW_SESSION, playSessions, sessionKey, type GameSession } from './play-session.state.ts'

export function useGameSession(game: BetGame): GameSession {
  const sessions = useSnapshot(playSessions)
  const coin = useCoin()
  return (coin && sessions[sessionKey(coin.coin, game)]) ?? NEW_SESSION
}
