import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { PlayGame } from '#rules/games.ts'
import type { CrashTable } from './crash-table.ts'
import type { BetGame, PlayEngine, SettledBet } from './play-engine.ts'
import type { PlayableGame, PlayableGames } from './playable-game.ts'
import type { PlayReceipts } from './play-receipts.ts'

interface PlayGiven {
  readonly engine: PlayEngine
  readonly games: PlayableGames
  /** The table of Crash for the engine; the same one each time. */
  readonly crashTable?: (() => Promise<CrashTable>) | undefined
  /** The rounds of the server's players, for a visitor. */
  readonly watchCrash?: (() => Promise<CrashTable>) | undefined
  /** There if bets have receipts, as `ReceiptMark`, which marks a result with the state of its receipt. */
  readonly receipts?: PlayReceipts
  readonly ReceiptMark?: ComponentType<{ readonly bet: SettledBet; readonly children: ReactNode }>
}

/** Around every screen of play. The engine stays the same object as long as the page lives. */
export const PlayContext = createContext<PlayGiven | undefined>(undefined)

export function usePlayGiven(): PlayGiven {
  const given = use(PlayContext)
  if (!given) throw new Error('A screen of play stands outside of PlayContext')
  return given
}

export function usePlayEngine(): PlayEngine {
  return usePlayGiven().engine
}

export function useGameNames(): (game: BetGame) => Pick<PlayableGame<PlayGame>, 'name' | 'Icon'> {
  const { games } = usePlayGiven()
  return (game) => games[game]
}

/** The caller hands a game only bets of its own, which the compiler cannot follow. */
export function usePlayableGames(): (game: PlayGame) => PlayableGame<PlayGame> {
  const { games } = usePlayGiven()
  return (game) => games[game] as unknown as PlayableGame<PlayGame>
}
