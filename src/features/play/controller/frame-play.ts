import type { ReadableStore } from '#lib/store.ts'
import type { AutoPlayControls } from '#features/play/auto/auto-play-controls.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import type { PlayError } from '#features/play/play-error.ts'
import type { StakeFieldPlay } from '#features/play/stake/stake-play.ts'
import type { StakeAsking } from '#features/play/stake/stake-question.ts'

/** Bet button, stake field and auto-play sheet show this, in every game. */
export interface BetPlay extends StakeFieldPlay, StakeAsking, AutoPlayControls {
  readonly game: BetGame
  /** Why the engine refused the latest bet or step. */
  readonly problem: ReadableStore<PlayError | undefined>
  /** Bet button and space bar call it. It asks first when the stake is far above the usual. */
  bet(): void
  /** A demonstration alone can be refilled and reset; nothing happens where play is for a balance. */
  refill(): Promise<void>
  reset(): Promise<void>
}

/** The frame around every game needs this of its play. */
export interface FramePlay extends BetPlay {
  /** Call it when the screen goes: it ends auto-play, and motion with its results. */
  leave(): void
}
