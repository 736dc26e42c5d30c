import { createChainNode, type ChainNode } from '#server/chains/chain-node.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { joinNodes } from '#server/chains/joined-nodes.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmDepositChain } from '#server/wallet-deposits/evm-deposit-chain.ts'

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
  /** The real node's answer. */
  readonly truth: () => Promise<unknown>
}

/** Replaces the node's answer. */
export type Lie = (asked: Asked) => unknown

/** Puts a lie in front of a real node. */
function lyingNode(url: string, lie: Lie): ChainNode {
  const node = createChainNode(url)
  return {
    request: async (method, params, ...bounds) =>
      lie({ method, params, truth: () => node.request(method, params, ...bounds) }),
  }
}

const contractsOf = ({ tokens }: EvmDepositChain) => tokens.flatMap(({ contract }) => contract ?? [])

/** The chain, seen through such a node. */
export function through(chain: EvmDepositChain, url: string, lie: Lie): EvmDepositChain {
  const source = createEvmNode(lyingNode(url, lie), contractsOf(chain))
  return { ...chain, source, balances: source }
}

/** The chain, seen through such a node and a second one, which is honest or answers as `other` says. */
export function besideHonest(
  chain: EvmDepositChain,
  url: string,
  {
    lie,
    other,
    logger,
  }: { readonly lie: Lie; readonly other?: Lie; readonly logger: Pick<Logger, 'warn' | 'error'> },
): EvmDepositChain {
  const second = other ? lyingNode(url, other) : createChainNode(url)
  const nodes = [
    { name: 'node', node: createEvmNode(lyingNode(url, lie), contractsOf(chain)) },
    { name: 'otherNodes[0]', node: createEvmNode(second, contractsOf(chain)) },
  ]
  return { ...chain, ...joinNodes(chain.chain, nodes, { logger }) }
}

export const LIES = {
  /** An index of events that lags gives an empty list for blocks that it lacks. */
  noEvents: (({ method, truth }) => (method === 'eth_getLogs' ? [] : truth())) satisfies Lie,
  /** Gives only the first events, without an error. */
  firstEvents:
    (count: number): Lie =>
    async ({ method, truth }) => {
      const answer = await truth()
      return method === 'eth_getLogs' && Array.isArray(answer) ? answer.slice(0, count) : answer
    },
  noReceipts: (({ method, truth }) =>
    method === 'eth_getTransactionReceipt' ? null : truth()) satisfies Lie,
}
