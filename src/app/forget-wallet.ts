import { walletState } from '#features/wallet/wallet.state.ts'

/** Lets go of the wallet with the player who leaves: the next one on this device is not shown it. */
export async function forgetWallet(): Promise<void> {
  if (walletState.session.status === 'disconnected') return
  try {
    const { disconnectWallet } = await import('#features/wallet/wallet.actions.ts')
    await disconnectWallet()
  } catch {
    // Its code cannot be had; the address is not asked for it.
    walletState.session = { status: 'disconnected' }
  }
}
