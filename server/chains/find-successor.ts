import type { EvmAddress } from '#contract/values.ts'
import type { EvmSource, EvmTransaction } from './evm-source.ts'

/** Older blocks would need an archive node. */
const SEARCHED_BLOCKS = 120

/** The transaction that used this nonce, found by binary search; undefined when it is too old. */
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
    if ((await source.nonceAt(sender, low)) > nonce) return undefined
    const block = await firstBlockAfter(source, sender, { nonce, low, high: headBlock })
    const candidates = await source.transactionsOf(sender, block)
    return candidates.find((each) => each.nonce === nonce)
  } catch {
    // The node keeps no state of these blocks. The next round retries.
    return undefined
  }
}

export async function firstBlockAfter(
  source: Pick<EvmSource, 'nonceAt'>,
  sender: EvmAddress,
  { nonce, low, high }: { readonly nonce: number; readonly low: number; readonly high: number },
): Promise<number> {
  return firstBlockWhere({ low, high }, async (block) => (await source.nonceAt(sender, block)) > nonce)
}

/** Binary search for the first changed block after `low`. `low` must be unchanged, `high` changed. */
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
