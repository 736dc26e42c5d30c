import type { ChainNode } from './chain-node.ts'
import { createNodeOfChain } from './node-of-chain.ts'

/** The nodes this server may ask, by chain id; null for a chain without one. */
export interface ChainNodes {
  get(chainId: number): ChainNode | null
}

export function createChainNodes(urls: ReadonlyMap<number, string>): ChainNodes {
  const nodes = new Map(
    Array.from(urls, ([chainId, url]) => [chainId, createNodeOfChain(chainId, url)] as const),
  )
  return { get: (chainId) => nodes.get(chainId) ?? null }
}
