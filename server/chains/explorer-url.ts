import { TRON_NETWORKS, type TronNetwork } from './tron-network.ts'

/** The page about a transaction for people; null where the network has none. */
export function explorerUrlOf(chain: string, txId: string): string | null {
  const networks: readonly TronNetwork[] = Object.values(TRON_NETWORKS)
  const base = networks.find((network) => network.chain === chain)?.explorerUrl ?? null
  return base === null ? null : base + txId
}
