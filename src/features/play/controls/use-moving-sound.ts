import { useEffect } from 'react'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { tellMoment, type TimedTone } from '#features/play/session/play-moments.ts'
import type { PlayGame } from '#rules/games.ts'

/** @param tonesOf must stay the same function */
export function useMovingSound<G extends PlayGame>(
  play: Play<G>,
  tonesOf: (bet: SettledBet<G>) => readonly TimedTone[],
): void {
  useEffect(() => {
    let last = play.stage.get().moving.at(-1)
    return play.stage.subscribe(() => {
      const next = play.stage.get().moving.at(-1)
      if (!next || next === last) return
      last = next
      tellMoment({ type: 'tones', tones: tonesOf(next) })
    })
  }, [play, tonesOf])
}
