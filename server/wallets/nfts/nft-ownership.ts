import type { EvmAddress } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import { createChainNodes } from '#server/chains/chain-nodes.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { createNftContracts, type Standing } from './nft-contracts.ts'
import { holdsPracticeNft } from './practice-nfts.ts'

/** A node further behind tells of the past. */
const STALE_MS = 60 * 60_000

export interface OwnToken {
  readonly chainId: number
  readonly contract: EvmAddress
  readonly standard: 'erc721' | 'erc1155'
  readonly id: bigint
  readonly address: EvmAddress
}

/** Unknown when the node does not answer clearly, or is behind. */
export type StandingOf = (token: OwnToken) => Promise<Standing>

export function createNftOwnership(
  config: Pick<WalletConfig, 'nodeUrls' | 'practiceNftChains'>,
  clock: Clock,
): StandingOf {
  const nodes = createChainNodes(config.nodeUrls)
  return async (token) => {
    if (config.practiceNftChains.has(token.chainId)) {
      return holdsPracticeNft(token, token) ? 'held' : 'not-held'
    }
    const node = nodes.get(token.chainId)
    if (!node) return 'unknown'
    try {
      const { at } = await createEvmNode(node).head()
      return clock() - at > STALE_MS ? 'unknown' : await createNftContracts(node).standing(token)
    } catch (error) {
      if (error instanceof NodeUnavailable || error instanceof RpcFailure) return 'unknown'
      throw error
    }
  }
}
