import type { KenoRisk } from '#rules/keno/keno.ts'
import { createInstantPlay } from '#features/play/controller/instant-play.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { createPlayHook } from '#features/play/controller/play-hook.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { KENO_DRAW_MS, KENO_MOST_PICKS, randomPicks, withToggledPick } from './keno-board.ts'

/** Keno: what every game has, and a board on which nothing may be picked for a while. */
export interface KenoPlay extends Play<'keno'> {
  /** The numbers on the board, from 0, lowest first. A bet is made with them, and only when there are any. */
  readonly picks: ReadableStore<readonly number[]>
  /** Picks a number, or takes it back. Nothing happens when there are as many as can be, or under auto-play. */
  toggle(number: number): void
  /** Picks other numbers at random: as many as there are, ten when there are none. */
  pickAtRandom(): void
  clear(): void
  setRisk(risk: KenoRisk): void
}

/** Numbers that end in the lucky eight, so that a first bet can be made at once. */
const FIRST_PICKS = [7, 17, 27, 37] as const

export function createKenoPlay(engine: PlayEngine): KenoPlay {
  const picks = createStore<readonly number[]>(FIRST_PICKS)
  const base = createInstantPlay({
    engine,
    game: 'keno',
    params: { risk: 'classic', picks: FIRST_PICKS },
    motionMs: KENO_DRAW_MS + 20,
  })

  /** Balls on their way belong to the bet they were drawn for, so they are there before the board changes. */
  function change(makeChange: () => void): void {
    if (base.isAutoPlaying()) return
    base.finishMotion()
    makeChange()
  }
  function setPicks(next: readonly number[]): void {
    picks.set(next)
    // A bet has picks: with none the last ones stay what limits the amount.
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
