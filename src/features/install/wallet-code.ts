import { savesData } from './saves-data.ts'

/**
 * Has the service worker keep the code that talks to wallets, so that connecting one works on a bad line. Call
 * when nobody waits for anything. Does nothing where the player saves data.
 */
export async function cacheWalletCode({
  hasRelay,
  isPractice,
}: {
  readonly hasRelay: boolean
  readonly isPractice: boolean
}): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({
    type: 'CACHE_CODE',
    parts: ['wallet-engine', ...(hasRelay ? ['walletconnect'] : []), ...(isPractice ? ['practice'] : [])],
  })
}
