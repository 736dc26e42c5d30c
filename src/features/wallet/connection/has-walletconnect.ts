import type { ServerConfig } from '#contract/config.ts'

/** True if this server can reach wallets on other devices; otherwise hide everything that needs it. */
export function hasWalletConnect(config: ServerConfig | undefined): boolean {
  return Boolean(config?.publicKeys.walletConnectProjectId && config.wallet.relayUrl)
}
