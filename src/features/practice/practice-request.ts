import { createStore, type ReadableStore } from '#lib/store.ts'

/** A request that the wallet shows before it does anything. */
export type PracticeRequest =
  | { readonly kind: 'connect'; readonly address: string; readonly chain: string }
  | { readonly kind: 'switch'; readonly chain: string }
  | { readonly kind: 'sign'; readonly address: string; readonly text: string }
  | {
      readonly kind: 'pay'
      readonly address: string
      readonly chain: string
      /** `25 USDT`: a decimal and the coin's symbol. */
      readonly amount: string
      readonly symbol: string
      readonly to: string
      /** The wallet's balance of the coin; null if unknown. */
      readonly holds: string | null
      readonly isEnough: boolean
    }
  /** Opened by the player: shows the wallet's holdings. */
  | { readonly kind: 'look' }

interface Shown {
  readonly request: PracticeRequest
  readonly answer: (isYes: boolean) => void
}

const store = createStore<Shown | null>(null)

/** The request that waits for the player; at most one. Read with `useStore`. */
export const shownRequest: ReadableStore<Shown | null> = store

/** Resolves to the player's decision; null if another request is still waiting. */
export function askPlayer(request: PracticeRequest): Promise<boolean> | null {
  if (store.get()) return null
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      window.removeEventListener('popstate', onBack)
      if (store.get() === shown) store.set(null)
      resolve(isYes)
    }
    // Leaving the page rejects its request.
    const onBack = () => answer(false)
    const shown = { request, answer }
    window.addEventListener('popstate', onBack)
    store.set(shown)
  })
}
