import type { ReactNode } from 'react'
import type { AutoPlaySettings } from './auto-play.ts'

/** What a game adds to the auto-play sheet. */
export interface AutoPlayExtras {
  /** The game's own fields, under the number of bets. */
  readonly fields: ReactNode
  /** Hook that tells why auto-play cannot start, in few words; undefined when it can. */
  readonly useProblem: () => string | undefined
}

/** The part of a play that goes on by itself. */
export interface AutoPlayControls {
  /** False where each step needs the player, as in Hilo: nothing on the screen offers it then. */
  readonly hasAutoPlay: boolean
  beginAutoPlay(settings: AutoPlaySettings): void
  stopAutoPlay(): void
  isAutoPlaying(): boolean
}
