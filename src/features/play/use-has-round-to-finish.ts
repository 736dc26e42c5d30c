import { useSyncExternalStore } from 'react'
import { usePlayEngine } from './play-context.ts'

/** Ignores rounds with demo coins. */
export function useHasRoundToFinish(slug: string): boolean {
  const { openRounds, demo } = usePlayEngine()
  return useSyncExternalStore(
    openRounds.subscribe,
    () => demo === undefined && openRounds.get().some(({ game }) => game === slug),
  )
}
