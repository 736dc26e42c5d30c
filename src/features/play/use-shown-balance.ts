import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { playEngine } from './active-engine.ts'
import type { Balance } from './play-engine.ts'
import { shownBalanceState } from './shown-balance.state.ts'

/** The balance as far as results have been shown; undefined until the engine is ready. */
export function useShownBalance(): Balance | undefined {
  const balance = useStore(playEngine.balance)
  const { shown } = useSnapshot(shownBalanceState)
  if (!balance || shown.status === 'live') return balance
  return { ...balance, amount: shown.amount }
}
