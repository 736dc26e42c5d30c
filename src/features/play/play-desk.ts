import { createContext, type ComponentType } from 'react'
import type { BetGame } from './play-engine.ts'

interface PlayDesk {
  /** Stands under the stage: bets and rules, each in a tab. */
  readonly Tabs: ComponentType<{ game: BetGame }>
  /** Stands in the third column of very wide screens. */
  readonly Facts: ComponentType<{ game: BetGame }>
}

/** The surroundings of a game on wide screens. They are of several features, so `src/app` gives them. */
export const PlayDeskContext = createContext<PlayDesk | undefined>(undefined)
