import { savesData } from './saves-data.ts'
import { tellWorker } from './tell-worker.ts'

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
  await tellWorker({
    type: 'CACHE_CODE',
    parts: ['wallet-engine', ...(hasRelay ? ['walletconnect'] : []), ...(isPractice ? ['practice'] : [])],
  })
}
