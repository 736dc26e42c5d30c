import { TRON_NETWORKS, type TronNetwork } from './tron-network.ts'

/**
 * The page about a transaction for people; null where the network has none.
 * @param evmExplorer the site that an EVM chain is configured with
 */
export function explorerUrlOf(chain: string, txId: string, evmExplorer: string | null = null): string | null {
  if (evmExplorer !== null) return `${evmExplorer}/tx/${txId}`
  const networks: readonly TronNetwork[] = Object.values(TRON_NETWORKS)
  const base = networks.find((network) => network.chain === chain)?.explorerUrl ?? null
  return base === null ? null : base + txId
}
