import type { SettledBet } from '#features/play/play-engine.ts'
import { useStore } from '#lib/use-store.ts'
import { isSameValue } from '#rules/same-value.ts'
import { useWheelPlay } from './wheel-play.ts'

export interface ShownSpin {
  /** The bet whose wheel is still turning. */
  readonly moving: SettledBet<'wheel'> | undefined
  /** The latest result. */
  readonly shown: SettledBet<'wheel'> | undefined
}

/** The spin of the wheel on screen. Spins of other wheels are ignored. */
export function useShownSpin(): ShownSpin {
  const play = useWheelPlay()
  const { moving, shown } = useStore(play.stage)
  const params = useStore(play.params)
  return {
    moving: moving.at(-1),
    shown: shown && isSameValue(shown.params, params) ? shown : undefined,
  }
}
