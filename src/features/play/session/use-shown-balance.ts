import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { Balance } from '#features/play/play-engine.ts'
import { heldBalances } from './shown-balance.state.ts'

/** The balance as far as results have been shown; undefined until the engine is ready. */
export function useShownBalance(): Balance | undefined {
  const balance = useStore(usePlayEngine().balance)
  const held = useSnapshot(heldBalances)[balance?.coin ?? '']
  return balance && held ? { ...balance, amount: held.amount } : balance
}
