import { useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import type { Balance, PlayEngine } from './play-engine.ts'
import { quietBalance } from './quiet-stores.ts'
import { shownBalanceState } from './shown-balance.state.ts'

/** The balance as far as results have been shown; undefined until the engine is ready. */
export function useShownBalance(): Balance | undefined {
  const balance = useStore(quietBalance)
  const { shown } = useSnapshot(shownBalanceState)
  if (!balance || shown.status === 'live') return balance
  return { ...balance, amount: shown.amount }
}

/** Whether not even the smallest bet is left; false until the engine is ready. Most bets render nothing. */
export function useIsBalanceEmpty({ engine }: { engine: PlayEngine }): boolean {
  return useSyncExternalStore(followBalance, () => {
    const { shown } = shownBalanceState
    const amount = shown.status === 'held' ? shown.amount : engine.balance.get()?.amount
    return amount !== undefined && amount < engine.limits.minStake
  })
}

function followBalance(listener: () => void): () => void {
  const stops = [quietBalance.subscribe(listener), subscribe(shownBalanceState, listener)]
  return () => stops.forEach((stop) => stop())
}
