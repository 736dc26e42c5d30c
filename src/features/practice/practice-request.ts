import { createStore, type ReadableStore } from '#lib/store.ts'

/** What the wallet shows its player before anything happens. */
export type PracticeRequest =
  | { readonly kind: 'connect'; readonly address: string; readonly chain: string }
  | { readonly kind: 'switch'; readonly chain: string }
  | { readonly kind: 'sign'; readonly address: string; readonly text: string }
  | {
      readonly kind: 'pay'
      readonly address: string
      readonly chain: string
      /** `25 USDT`; a decimal and the coin's symbol. */
      readonly amount: string
      readonly symbol: string
      readonly to: string
      /** What the wallet holds of the coin; null when that is not known. */
      readonly holds: string | null
      readonly isEnough: boolean
    }
  /** Asked by the player himself: what the wallet is and holds. */
  | { readonly kind: 'look' }

interface Shown {
  readonly request: PracticeRequest
  readonly answer: (isYes: boolean) => void
}

const store = createStore<Shown | null>(null)

/** The request that waits for the player; one at a time. Read with `useStore`. */
export const shownRequest: ReadableStore<Shown | null> = store

/** Whether the player says yes; null when another request is still waiting. */
export function askPlayer(request: PracticeRequest): Promise<boolean> | null {
  if (store.get()) return null
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      window.removeEventListener('popstate', onBack)
      if (store.get() === shown) store.set(null)
      resolve(isYes)
    }
    // Whoever leaves the page does not want what it asks for.
    const onBack = () => answer(false)
    const shown = { request, answer }
    window.addEventListener('popstate', onBack)
    store.set(shown)
  })
}
