import type { ReactNode } from 'react'
import type { AutoPlayGame } from './auto-play-runner.ts'
import type { AutoPlaySettings } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'

/** Plays by itself; resolves at the end. */
export type StartAutoPlay = (
  game: BetGame,
  settings: AutoPlaySettings,
  playing: AutoPlayGame,
) => Promise<void>

/** What a game adds to the auto-play sheet. */
export interface AutoPlayExtras {
  /** The game's own fields, under the number of bets. */
  readonly fields: ReactNode
  /** Hook that tells why auto-play cannot start, in few words; undefined when it can. */
  readonly useProblem: () => string | undefined
  /** Hook that gives the parameters with the plan of one round (`parsePlan`), in a game of several steps. */
  readonly useRoundParams: () => object | undefined
}

/** The part of a play that goes on by itself. */
export interface AutoPlayControls {
  /** False where each step needs the player, as in Hilo: nothing on the screen offers it then. */
  readonly hasAutoPlay: boolean
  /** `start` comes with the sheet, so that a screen without auto-play does not carry what it takes. */
  beginAutoPlay(settings: AutoPlaySettings, start: StartAutoPlay): void
  stopAutoPlay(): void
  isAutoPlaying(): boolean
  /** Which bet of a run is shown now, from 1; undefined when none is under way. */
  autoPlayBet(): number | undefined
}
