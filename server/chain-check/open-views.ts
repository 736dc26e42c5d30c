import { createTronGrid } from '#server/chains/tron-grid.ts'
import type { Config } from '#server/config/config.ts'
import { openNodesOfChain } from '#server/chains/joined-nodes.ts'
import { viewEvm, viewTron, type ChainView } from './chain-view.ts'

/** The real chains of the configuration; practice ones lie in the database, beside the ledger. */
export function openViews({ tron, evm }: Pick<Config, 'tron' | 'evm'>): readonly ChainView[] {
  return [
    ...(tron.grid ? [viewTron(tron.network, createTronGrid(tron.grid))] : []),
    ...evm.flatMap((config) => {
      const { nodeUrl } = config
      if (nodeUrl === null) return []
      const { source, balances } = openNodesOfChain({ ...config, nodeUrl }, { clock: Date.now })
      return [viewEvm(config, { ...source, ...balances })]
    }),
  ]
}
