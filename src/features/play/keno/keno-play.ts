import type { KenoRisk } from '#rules/keno/keno.ts'
import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { KENO_DRAW_MS, KENO_MOST_PICKS, randomPicks, withToggledPick } from './keno-board.ts'

export interface KenoPlay extends Play<'keno'> {
  /** From 0, sorted. Without picks there is no bet. */
  readonly picks: ReadableStore<readonly number[]>
  /** Adds or removes a pick. Does nothing beyond the limit or during auto-play. */
  toggle(number: number): void
  /** Replaces the picks by as many random ones, or by ten if there are no picks. */
  pickAtRandom(): void
  clear(): void
  setRisk(risk: KenoRisk): void
}

/** Numbers that end in the lucky eight, so that a player can bet at once. */
const FIRST_PICKS = [7, 17, 27, 37] as const

export function createKenoPlay(engine: PlayEngine): KenoPlay {
  const picks = createStore<readonly number[]>(FIRST_PICKS)
  const base = createInstantPlay({
    engine,
    game: 'keno',
    params: { risk: 'classic', picks: FIRST_PICKS },
    motionMs: KENO_DRAW_MS + 20,
  })

  /** Falling balls belong to their bet, so they land before the board changes. */
  function change(makeChange: () => void): void {
    if (base.isAutoPlaying()) return
    base.finishMotion()
    makeChange()
  }
  function setPicks(next: readonly number[]): void {
    picks.set(next)
    // A bet needs picks. Without any, the last ones still limit the stake.
    if (next.length > 0) base.setParams({ ...base.params.get(), picks: next })
  }

  return {
    ...base,
    picks,
    toggle: (number) => change(() => setPicks(withToggledPick(picks.get(), number))),
    pickAtRandom: () => change(() => setPicks(randomPicks(picks.get().length || KENO_MOST_PICKS))),
    clear: () => change(() => setPicks([])),
    setRisk: (risk) => change(() => base.setParams({ ...base.params.get(), risk })),
    bet() {
      if (picks.get().length > 0) base.bet()
    },
  }
}

export const useKenoPlay = createPlayHook(createKenoPlay)
