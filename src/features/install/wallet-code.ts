import { savesData } from './saves-data.ts'
import { tellWorker } from './tell-worker.ts'

/**
 * Makes the service worker store the wallet code, so that connecting works on a bad line. Call when idle. Does nothing
 * if the player saves data.
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
