import { createChainNode, type ChainNode } from '#server/chains/chain-node.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { joinNodes } from '#server/chains/joined-nodes.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmDepositChain } from '#server/wallet-deposits/evm-deposit-chain.ts'

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
  /** What the node would answer. */
  readonly truth: () => Promise<unknown>
}

/** Answers in place of a node. */
export type Lie = (asked: Asked) => unknown

/** A real node behind something that answers as it likes. */
export function lyingNode(url: string, lie: Lie): ChainNode {
  const node = createChainNode(url)
  return {
    request: async (method, params, ...bounds) =>
      lie({ method, params, truth: () => node.request(method, params, ...bounds) }),
  }
}

const contractsOf = ({ tokens }: EvmDepositChain) => tokens.flatMap(({ contract }) => contract ?? [])

/** The chain as a watcher sees it through such a node. */
export function through(chain: EvmDepositChain, url: string, lie: Lie): EvmDepositChain {
  const source = createEvmNode(lyingNode(url, lie), contractsOf(chain))
  return { ...chain, source, balances: source }
}

/** The same beside an honest one, or one that answers as `other` likes, which is asked for a second opinion. */
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
  /** An index of events that is behind says nothing of blocks that it does not have. */
  noEvents: (({ method, truth }) => (method === 'eth_getLogs' ? [] : truth())) satisfies Lie,
  /** Gives the first events only, without a word. */
  firstEvents:
    (count: number): Lie =>
    async ({ method, truth }) => {
      const answer = await truth()
      return method === 'eth_getLogs' && Array.isArray(answer) ? answer.slice(0, count) : answer
    },
  noReceipts: (({ method, truth }) =>
    method === 'eth_getTransactionReceipt' ? null : truth()) satisfies Lie,
}
