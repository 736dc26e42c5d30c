import type { ReadableStore } from '#lib/store.ts'
import type { PlayEngine, PlayLimits } from '#features/play/play-engine.ts'

/** Follows the coin of the balance; undefined until its limits are known. */
export function limitsInPlay({
  balance,
  limits,
}: Pick<PlayEngine, 'balance' | 'limits'>): ReadableStore<PlayLimits | undefined> {
  const current = () => {
    const coin = balance.get()?.coin
    return coin === undefined ? undefined : limits(coin)
  }
  return {
    get: () => current()?.get(),
    subscribe(listener) {
      let followed = current()
      let stop = followed?.subscribe(listener)
      const stopBalance = balance.subscribe(() => {
        const next = current()
        if (next === followed) return
        stop?.()
        followed = next
        stop = next?.subscribe(listener)
        listener()
      })
      return () => {
        stop?.()
        stopBalance()
      }
    },
  }
}
