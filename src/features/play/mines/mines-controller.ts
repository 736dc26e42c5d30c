import { createStore, type WritableStore } from '#lib/store.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import { createRoundPlay, type RoundPlay } from '#features/play/controller/round-play.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { FIRST_AUTO_PLAN, tilesOfRound, type MinesAutoPlan } from './mines-auto-plan.ts'
import { playMinesRound } from './mines-auto-round.ts'
import { randomHiddenTile } from './mines-board.ts'

export interface MinesPlay extends RoundPlay<'mines'> {
  readonly autoPlan: WritableStore<MinesAutoPlan>
  /** Does nothing for a tile that cannot be opened. */
  reveal(tile: number): Promise<void>
  revealRandom(): Promise<void>
}

export function createMinesPlay(engine: PlayEngine): MinesPlay {
  const autoPlan = createStore(FIRST_AUTO_PLAN)
  const base = createRoundPlay({
    game: 'mines',
    params: { mines: 3 },
    motionMs: 0,
    engine,
    playWhole(play, { engine: paced, ...order }) {
      const params = play.params.get()
      return playMinesRound(paced, { ...order, params, tiles: tilesOfRound(autoPlan.get(), params) })
    },
  })
  async function reveal(tile: number): Promise<void> {
    if (!base.round.get()?.opened.includes(tile)) await base.step({ type: 'reveal', tile })
  }
  return {
    ...base,
    autoPlan,
    reveal,
    async revealRandom() {
      const open = base.round.get()
      const tile = open && randomHiddenTile(open.opened)
      if (tile !== undefined) await reveal(tile)
    },
  }
}

/** The single instance. It follows the engine's open round once its screen has been shown. */
export const useMinesPlay = createPlayHook(createMinesPlay)
