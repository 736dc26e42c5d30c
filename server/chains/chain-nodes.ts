import type { ChainNode } from './chain-node.ts'
import { createNodeOfChain } from './node-of-chain.ts'

/** `get` returns null for a chain without a node. */
export interface ChainNodes {
  get(chainId: number): ChainNode | null
}

export function createChainNodes(urls: ReadonlyMap<number, string>): ChainNodes {
  const nodes = new Map(
    Array.from(urls, ([chainId, url]) => [chainId, createNodeOfChain(chainId, url)] as const),
  )
  return { get: (chainId) => nodes.get(chainId) ?? null }
}
