import { useSyncExternalStore } from 'react'
import { usePlayEngine } from './play-context.ts'
import type { Coin, PlayEngine } from './play-engine.ts'

/** Undefined until the engine is ready. Unlike the balance it does not change with every bet. */
export function useCoin(): Coin | undefined {
  const { balance } = usePlayEngine()
  return useSyncExternalStore(balance.subscribe, () => coinOf(balance.get()))
}

let known: Coin | undefined

/** The same object as long as it is the same coin. */
function coinOf(balance: ReturnType<PlayEngine['balance']['get']>): Coin | undefined {
  if (!balance) return undefined
  const { coin, symbol, decimals, isDemo } = balance
  if (known?.coin !== coin || known.decimals !== decimals || known.isDemo !== isDemo)
    known = { coin, symbol, decimals, isDemo }
  return known
}
