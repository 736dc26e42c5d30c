import { LAST_WALLET_KEY } from '#features/wallet/connection/known-address.ts'
import { walletState } from '#features/wallet/connection/wallet.state.ts'
import { browserStorage } from '#lib/browser-storage.ts'

/**
 * Disconnects the wallet and removes it from storage, so that the next player on this device does not see it. Never
 * fails.
 */
export async function forgetWallet(): Promise<void> {
  if (walletState.session.status === 'disconnected') return
  try {
    const { disconnectWallet } = await import('#features/wallet/connection/wallet.actions.ts')
    await disconnectWallet()
  } catch {
    // Its code failed to load: the wallet is not notified, but nothing here remembers it.
    browserStorage.remove(LAST_WALLET_KEY)
    walletState.session = { status: 'disconnected' }
  }
}
