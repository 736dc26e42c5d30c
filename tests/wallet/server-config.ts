import type { ServerConfig } from '#contract/config.ts'

const chain = (id: number, name: string) => ({
  id,
  name,
  testnet: true,
  currency: { name: 'Ether', symbol: 'ETH' },
  rpcUrl: null,
  explorerUrl: null,
})

export const SEPOLIA = chain(11_155_111, 'Sepolia')
export const BLAST_SEPOLIA = chain(168_587_773, 'Blast Sepolia')

export function serverConfig(
  changes: Partial<ServerConfig['wallet']> & { chains?: ServerConfig['chains'] } = {},
): ServerConfig {
  const { chains = [SEPOLIA, BLAST_SEPOLIA], ...wallet } = changes
  return {
    mode: 'practice',
    version: '0.0.0',
    chains,
    mail: 'outbox',
    wallet: { hasExplorer: false, hasNetworkView: false, relayUrl: null, ...wallet },
    play: { autoPlay: true, instant: true, cycleMs: { default: 0, games: {} } },
    publicKeys: { walletConnectProjectId: wallet.relayUrl ? '0'.repeat(32) : null },
    receiptKeys: [],
  }
}
