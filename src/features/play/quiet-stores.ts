import type { ReadableStore } from '#lib/store.ts'
import { playEngine } from './active-engine.ts'

let isHushed = false
const waiting = new Set<() => void>()

/**
 * The engine tells of a bet's balance and nonce a moment before the bet itself resolves. Between `hush` and
 * `speak` whoever listens to the stores below waits, so that a result and all it changes are drawn as one.
 */
export function hush(): void {
  isHushed = true
}

export function speak(): void {
  isHushed = false
  const listeners = [...waiting]
  waiting.clear()
  for (const listener of listeners) listener()
}

function quiet<T>(store: ReadableStore<T>): ReadableStore<T> {
  return {
    get: () => store.get(),
    subscribe: (listener) => {
      const stop = store.subscribe(() => {
        if (isHushed) waiting.add(listener)
        else listener()
      })
      return () => {
        stop()
        waiting.delete(listener)
      }
    },
  }
}

/** Balance and seeds of the engine, for what changes with every bet. */
export const quietBalance = quiet(playEngine.balance)
export const quietSeeds = quiet(playEngine.seeds.current)
