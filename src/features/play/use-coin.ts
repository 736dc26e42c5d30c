import { useSyncExternalStore } from 'react'
import { playEngine } from './active-engine.ts'
import type { Coin } from './play-engine.ts'

let known: Coin | undefined

/** What is played with, undefined until the engine is ready. Unlike the balance it does not change with every bet. */
export function useCoin(): Coin | undefined {
  return useSyncExternalStore(playEngine.balance.subscribe, readCoin)
}

function readCoin(): Coin | undefined {
  const balance = playEngine.balance.get()
  if (!balance) return undefined
  const { coin, decimals, isDemo } = balance
  if (known?.coin !== coin || known.decimals !== decimals || known.isDemo !== isDemo)
    known = { coin, decimals, isDemo }
  return known
}
