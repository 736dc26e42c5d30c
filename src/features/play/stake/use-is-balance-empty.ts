import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { heldBalances } from '#features/play/session/shown-balance.state.ts'
import type { StakeFieldPlay } from './stake-play.ts'

/** True if the balance is below the smallest bet; false until the engine is ready. Does not render with each bet. */
export function useIsBalanceEmpty({ engine, limits }: Pick<StakeFieldPlay, 'engine' | 'limits'>): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const stops = [engine.balance.subscribe(listener), subscribe(heldBalances, listener)]
      return () => stops.forEach((stop) => stop())
    },
    [engine],
  )
  return useSyncExternalStore(follow, () => {
    const amount = shownAmount(engine)
    const least = limits.get()?.minStake
    return amount !== undefined && least !== undefined && amount < least
  })
}
