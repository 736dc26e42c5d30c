import type { ReactNode } from 'react'

/** What a game adds to the auto-play sheet. */
export interface AutoPlayExtras {
  /** The game's own fields, under the number of bets. */
  readonly fields: ReactNode
  /** Why auto-play cannot start, in few words; undefined when it can. */
  readonly problem: string | undefined
}
