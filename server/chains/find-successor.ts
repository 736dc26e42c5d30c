import type { EvmAddress } from '#contract/values.ts'
import type { EvmSource, EvmTransaction } from './evm-source.ts'

/** Blocks that are looked through by itself: older ones need a node's archive. */
const SEARCHED_BLOCKS = 120

/** The transaction that took a number of its sender, found by halving; undefined when it is too long ago. */
export async function findSuccessor(
  source: Pick<EvmSource, 'nonceAt' | 'transactionsOf'>,
  sender: EvmAddress,
  {
    nonce,
    headBlock,
    fromBlock = headBlock - SEARCHED_BLOCKS,
  }: { readonly nonce: number; readonly headBlock: number; readonly fromBlock?: number },
): Promise<EvmTransaction | undefined> {
  const low = Math.max(fromBlock, 0)
  try {
    // The first block after which the sender has used the number.
    if ((await source.nonceAt(sender, low)) > nonce) return undefined
    const block = await firstBlockAfter(source, sender, { nonce, low, high: headBlock })
    const candidates = await source.transactionsOf(sender, block)
    return candidates.find((each) => each.nonce === nonce)
  } catch {
    // A node that keeps no state of these blocks: the next round asks again.
    return undefined
  }
}

/** The block in which a sender used a number, somewhere after `low` and up to `high`, by the state of those between. */
export async function firstBlockAfter(
  source: Pick<EvmSource, 'nonceAt'>,
  sender: EvmAddress,
  { nonce, low, high }: { readonly nonce: number; readonly low: number; readonly high: number },
): Promise<number> {
  return firstBlockWhere({ low, high }, async (block) => (await source.nonceAt(sender, block)) > nonce)
}

/** The first block after `low` and up to `high` that has changed, found by halving: `high` has, `low` has not. */
export async function firstBlockWhere(
  { low, high }: { readonly low: number; readonly high: number },
  hasChanged: (block: number) => Promise<boolean>,
): Promise<number> {
  let [before, after] = [low, high]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (await hasChanged(middle)) after = middle
    else before = middle
  }
  return after
}
