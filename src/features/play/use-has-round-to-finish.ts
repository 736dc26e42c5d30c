import { useSyncExternalStore } from 'react'
import { usePlayEngine } from './play-context.ts'

/** Whether a round of the game is open that money was staked for. */
export function useHasRoundToFinish(slug: string): boolean {
  const { openRounds, demo } = usePlayEngine()
  return useSyncExternalStore(
    openRounds.subscribe,
    () => demo === undefined && openRounds.get().some(({ game }) => game === slug),
  )
}
