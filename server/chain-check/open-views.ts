import { createEvmNode } from '#server/chains/evm-node.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import type { Config } from '#server/config/config.ts'
import { createNodeOfChain } from '#server/chains/node-of-chain.ts'
import { viewEvm, viewTron, type ChainView } from './chain-view.ts'

/** The real chains of the configuration; practice ones lie in the database, beside the ledger. */
export function openViews({ tron, evm }: Pick<Config, 'tron' | 'evm'>): readonly ChainView[] {
  return [
    ...(tron.grid ? [viewTron(tron.network, createTronGrid(tron.grid))] : []),
    ...evm.flatMap((config) =>
      config.nodeUrl === null
        ? []
        : [viewEvm(config, createEvmNode(createNodeOfChain(config.chainId, config.nodeUrl)))],
    ),
  ]
}
