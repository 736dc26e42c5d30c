import type { Clock } from '#server/base/clock.ts'
import { createBatchNode, type BatchNode } from './batch-node.ts'
import { NodeUnavailable, QuantitySchema, requestParsed } from './chain-node.ts'

/** Checked again: the same address may lead to another node later. */
const RECHECK_MS = 10 * 60_000

/**
 * Refuses all requests until the node has confirmed its chain id: money of a test network must never count as real money.
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
    if (isOfChain && clock() - askedAt > RECHECK_MS) isOfChain = undefined
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
