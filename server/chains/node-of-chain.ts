import type { Clock } from '#server/base/clock.ts'
import { createBatchNode, type BatchNode } from './batch-node.ts'
import { NodeUnavailable, QuantitySchema, requestParsed } from './chain-node.ts'

/** Another node may stand behind the same address by then. */
const ASKED_AGAIN_MS = 10 * 60_000

/**
 * A node that is believed nothing before it has said that it is of this chain: money of a test network, or a wallet
 * there, must never count as one of the real network. While it is of another, every request fails.
 */
export function createNodeOfChain(
  chainId: number,
  url: string,
  clock: Clock = () => performance.now(),
): BatchNode {
  const node = createBatchNode(url, clock)
  let isOfChain: Promise<void> | undefined
  let askedAt = 0
  const check = async () => {
    askedAt = clock()
    const id = await requestParsed(node, { schema: QuantitySchema, method: 'eth_chainId', params: [] })
    if (id === BigInt(chainId)) return
    throw new NodeUnavailable(
      `The node that KOI_CONFIG has for chain ${chainId} is of chain ${id}: correct its node or its id`,
    )
  }
  const ofChain = async () => {
    if (isOfChain && clock() - askedAt > ASKED_AGAIN_MS) isOfChain = undefined
    isOfChain ??= check()
    const checking = isOfChain
    await checking.catch((error: unknown) => {
      if (isOfChain === checking) isOfChain = undefined
      throw error
    })
  }
  return {
    async request(...question) {
      await ofChain()
      return node.request(...question)
    },
    async requestAll(...question) {
      await ofChain()
      return node.requestAll(...question)
    },
  }
}
