import { LAST_WALLET_KEY } from '#features/wallet/connection/known-address.ts'
import { walletState } from '#features/wallet/connection/wallet.state.ts'
import { browserStorage } from '#lib/browser-storage.ts'

/** Lets go of the wallet, here and in storage: who comes next on this device is not shown it. Never fails. */
export async function forgetWallet(): Promise<void> {
  if (walletState.session.status === 'disconnected') return
  try {
    const { disconnectWallet } = await import('#features/wallet/connection/wallet.actions.ts')
    await disconnectWallet()
  } catch {
    // Its code cannot be had: the wallet is not told, but nothing here remembers it.
    browserStorage.remove(LAST_WALLET_KEY)
    walletState.session = { status: 'disconnected' }
  }
}
