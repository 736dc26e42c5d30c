import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { PlayGame } from '#rules/games.ts'
import type { CrashTable } from './crash-table.ts'
import type { BetGame, PlayEngine, SettledBet } from './play-engine.ts'
import type { PlayableGame, PlayableGames } from './playable-game.ts'
import type { PlayReceipts } from './play-receipts.ts'

/** What a route gives the screens of play: what they play through, and the games there are. */
interface PlayGiven {
  readonly engine: PlayEngine
  readonly games: PlayableGames
  /** The rounds of Crash that are played with it; the same table each time. */
  readonly crashTable?: (() => Promise<CrashTable>) | undefined
  /** The same rounds as the server's players have, for who is not logged in. */
  readonly watchCrash?: (() => Promise<CrashTable>) | undefined
  /** Where bets have receipts: those of the player, and what marks a chip with the state of its own. */
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

/** What the screen plays through. */
export function usePlayEngine(): PlayEngine {
  return usePlayGiven().engine
}

/** What any game is called, and its sign. */
export function useGameNames(): (game: BetGame) => Pick<PlayableGame<PlayGame>, 'name' | 'Icon'> {
  const { games } = usePlayGiven()
  return (game) => games[game]
}

/** A game not known before it is shown: what is handed to it is of a bet of its own. */
export function usePlayableGames(): (game: PlayGame) => PlayableGame<PlayGame> {
  const { games } = usePlayGiven()
  return (game) => games[game] as unknown as PlayableGame<PlayGame>
}
