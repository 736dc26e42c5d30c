import type { QueryClient } from '@tanstack/react-query'
import { offerPracticeWallet } from '#app/offer-practice-wallet.ts'
import { LAST_WALLET_KEY } from '#features/wallet/connection/known-address.ts'
import { readLastConnection, walletState } from '#features/wallet/connection/wallet.state.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { configQuery } from '#queries/config.queries.ts'

/**
 * Finds the wallet of the last visit again and follows it; where there was none, nothing is fetched until
 * another tab connects one.
 */
export async function followStoredWallet(queryClient: QueryClient): Promise<void> {
  // Another tab may have connected one since this page began.
  const isNone = walletState.session.status === 'disconnected' && readLastConnection() === null
  if (isNone) await untilOtherTabConnects()
  const [{ followWallet }, { followWalletNotices }] = await Promise.all([
    import('#features/wallet/connection/wallet.actions.ts'),
    import('#features/wallet/modal/wallet-notices.ts'),
    loadTexts('wallet'),
  ])
  offerPracticeWallet(queryClient)
  followWalletNotices(queryClient)
  followWallet(() => queryClient.ensureQueryData(configQuery))
}

function untilOtherTabConnects(): Promise<void> {
  return new Promise((resolve) => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== LAST_WALLET_KEY || newValue === null) return
      window.removeEventListener('storage', onStorage)
      resolve()
    }
    window.addEventListener('storage', onStorage)
  })
}
