import type { ServerConfig } from '#contract/config.ts'

/** Whether wallets on other devices can be reached; what needs it is hidden where they cannot. */
export function hasWalletConnect(config: ServerConfig | undefined): boolean {
  return Boolean(config?.publicKeys.walletConnectProjectId && config.wallet.relayUrl)
}
