import { NodeUnavailable } from './chain-node.ts'
import type { EvmBlock, EvmSource } from './evm-source.ts'

/** The newest block that has all its confirmations. */
export async function finalHeadOf(
  source: Pick<EvmSource, 'head' | 'block'>,
  confirmations: number,
): Promise<EvmBlock> {
  const head = await source.head()
  const final = await source.block(Math.max(head.block - confirmations, 0))
  if (!final) throw new NodeUnavailable('The node does not have the blocks before its newest one')
  return final
}
