import type { ReactNode } from 'react'
import type { AutoPlayGame } from './auto-play-runner.ts'
import type { AutoPlaySettings } from './auto-play.ts'
import type { BetGame } from '#features/play/play-engine.ts'

/** Resolves when the run has ended. */
export type StartAutoPlay = (
  game: BetGame,
  settings: AutoPlaySettings,
  playing: AutoPlayGame,
) => Promise<void>

/** A game adds these to the auto-play sheet. */
export interface AutoPlayExtras {
  readonly fields: ReactNode
  /** Hook that says in few words why auto-play cannot start; undefined when it can. */
  readonly useProblem: () => string | undefined
  /** Hook that gives the parameters with the plan of one round (`parsePlan`), in a game of several steps. */
  readonly useRoundParams: () => object | undefined
}

export interface AutoPlayControls {
  /** False where each step needs the player, as in Hilo, and for a visitor who only watches. */
  readonly hasAutoPlay: boolean
  /** The sheet brings `start`, so that the page does not load the runner with the game. */
  beginAutoPlay(settings: AutoPlaySettings, start: StartAutoPlay): void
  stopAutoPlay(): void
  isAutoPlaying(): boolean
  /** Number of the bet that a run shows now, from 1; undefined when no run is under way. */
  autoPlayBet(): number | undefined
}
