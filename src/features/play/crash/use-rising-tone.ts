import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { crashCurveAt } from '#rules/crash/crash-curve.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'

/** Growth of the curve in a second, as an exponent. */
const GROWTH = Math.log(crashCurveAt(1_000))

export function useRisingTone(table: CrashTable): void {
  const { risingTone, sound } = useSnapshot(playPreferences).choices
  // The speaker on the stage silences all of it.
  const isWanted = risingTone && sound
  const view = useStore(table.view)
  const startAt = view?.round.status === 'running' ? view.round.startAt : null
  useEffect(() => {
    if (!isWanted || startAt === null) return
    let stop = () => undefined
    let isOver = false
    // Loaded on demand: most players do not use it. If loading fails, there is no tone.
    void import('./rising-tone.ts').then(
      ({ playRisingTone }) => {
        if (!isOver) stop = playRisingTone(GROWTH, Math.max(0, (table.now() - startAt) / 1_000))
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop()
    }
  }, [table, isWanted, startAt])
}
