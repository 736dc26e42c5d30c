import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { PlayGame } from '#rules/games.ts'

/** True if the address names free rounds: then nothing of the player's own is bet, also before they are known. */
export function usePlaysFree<G extends PlayGame>({ engine, freeRound }: Play<G>): boolean {
  const isNamed = useSearch({ strict: false, select: (search) => search.free !== undefined })
  const isFree = isNamed && engine.demo === undefined
  useEffect(() => {
    if (!isFree) return
    // The order, whose effects run first, may have set the round already.
    if (freeRound.get() === undefined) freeRound.set('none')
    return () => freeRound.set(undefined)
  }, [isFree, freeRound])
  return isFree
}
