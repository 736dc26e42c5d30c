import type { SettledBet } from '#features/play/play-engine.ts'
import { useStore } from '#lib/use-store.ts'
import { isSameValue } from '#rules/same-value.ts'
import { useKenoPlay } from './keno-play.ts'

export interface ShownDraw {
  /** The bet whose balls are still falling. */
  readonly moving: SettledBet<'keno'> | undefined
  /** The latest result. */
  readonly shown: SettledBet<'keno'> | undefined
}

/** The draw for the picks on the board. Draws for other picks are ignored. */
export function useShownDraw(): ShownDraw {
  const play = useKenoPlay()
  const { moving, shown } = useStore(play.stage)
  const picks = useStore(play.picks)
  const { risk } = useStore(play.params)
  const isOfBoard = shown && isSameValue(shown.params, { risk, picks })
  return { moving: moving.at(-1), shown: isOfBoard ? shown : undefined }
}
