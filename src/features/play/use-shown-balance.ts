import { useCallback, useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { usePlayEngine } from './play-context.ts'
import type { StakePlay } from './stake-play.ts'
import type { Balance } from './play-engine.ts'
import { shownBalanceState } from './shown-balance.state.ts'

/** The balance as far as results have been shown; undefined until the engine is ready. */
export function useShownBalance(): Balance | undefined {
  const balance = useStore(usePlayEngine().balance)
  const { shown } = useSnapshot(shownBalanceState)
  if (!balance || shown.status === 'live') return balance
  return { ...balance, amount: shown.amount }
}

/** Whether not even the smallest bet is left; false until the engine is ready. Most bets render nothing. */
export function useIsBalanceEmpty({ engine, limits }: Pick<StakePlay, 'engine' | 'limits'>): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const stops = [engine.balance.subscribe(listener), subscribe(shownBalanceState, listener)]
      return () => stops.forEach((stop) => stop())
    },
    [engine],
  )
  return useSyncExternalStore(follow, () => {
    const { shown } = shownBalanceState
    const amount = shown.status === 'held' ? shown.amount : engine.balance.get()?.amount
    const least = limits.get()?.minStake
    return amount !== undefined && least !== undefined && amount < least
  })
}
