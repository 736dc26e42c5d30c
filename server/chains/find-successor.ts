import type { EvmSource, EvmTransaction } from './evm-source.ts'

/** Blocks that are looked through by itself: older ones need a node's archive. */
const SEARCHED_BLOCKS = 120

/** The transaction that took a number of its sender, found by halving; undefined when it is too long ago. */
export async function findSuccessor(
  source: Pick<EvmSource, 'nonceAt' | 'transactionsOf'>,
  sender: string,
  {
    nonce,
    headBlock,
    fromBlock = headBlock - SEARCHED_BLOCKS,
  }: { readonly nonce: number; readonly headBlock: number; readonly fromBlock?: number },
): Promise<EvmTransaction | undefined> {
  let low = Math.max(fromBlock, 0)
  let high = headBlock
  try {
    // The first block after which the sender has used the number.
    if ((await source.nonceAt(sender, low)) > nonce) return undefined
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if ((await source.nonceAt(sender, middle)) > nonce) high = middle
      else low = middle
    }
    const candidates = await source.transactionsOf(sender, high)
    return candidates.find((each) => each.nonce === nonce)
  } catch {
    // A node that keeps no state of these blocks: the next round asks again.
    return undefined
  }
}
