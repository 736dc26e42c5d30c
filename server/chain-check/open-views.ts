import { openTron } from '#server/chains/joined-tron.ts'
import type { Config } from '#server/config/config.ts'
import { openNodesOfChain } from '#server/chains/joined-nodes.ts'
import { viewEvm, viewTron, type ChainView } from './chain-view.ts'

/** Excludes practice chains, whose data is in the same database as the ledger. */
export function openViews({
  tron,
  evm,
  chains,
  treasuries,
}: Pick<Config, 'tron' | 'evm' | 'chains' | 'treasuries'>): readonly ChainView[] {
  const treasuriesOn = (chain: string) => treasuries.get(chain) ?? []
  return [
    ...(tron.grid ? [viewTron(tron.network, openTron(tron.grid), treasuriesOn(tron.network.chain))] : []),
    ...evm.flatMap((config) => {
      const { nodeUrl } = config
      if (nodeUrl === null) return []
      const { source, balances } = openNodesOfChain({ ...config, nodeUrl })
      const name = chains.find(({ id }) => id === config.chainId)?.name ?? config.chain
      const own = { name, treasuries: treasuriesOn(config.chain) }
      return [viewEvm(config, { ...source, ...balances }, own)]
    }),
  ]
}
