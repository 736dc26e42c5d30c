import type { QueryClient } from '@tanstack/react-query'
import { LAST_WALLET_KEY } from '#features/wallet/known-address.ts'
import { readLastConnection, walletState } from '#features/wallet/wallet.state.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { configQuery } from '#lib/config.queries.ts'
import { offerPracticeWallet } from './offer-practice-wallet.ts'

/**
 * Finds the wallet of the last visit again and follows it; where there was none, nothing is fetched until
 * another tab connects one.
 */
export async function followStoredWallet(queryClient: QueryClient): Promise<void> {
  // Another tab may have connected one since this page began.
  const isNone = walletState.session.status === 'disconnected' && readLastConnection() === null
  if (isNone) await untilOtherTabConnects()
  const [{ followWallet }, { followWalletNotices }] = await Promise.all([
    import('#features/wallet/wallet.actions.ts'),
    import('#features/wallet/wallet-notices.ts'),
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
