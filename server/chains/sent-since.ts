import type { EvmAddress } from '#contract/values.ts'
import { mapConcurrently } from './batch-node.ts'
import type { EvmSource, EvmTransaction } from './evm-source.ts'
import { firstBlockAfter } from './find-successor.ts'

const CONCURRENT_BLOCKS = 5

export interface SentTransaction extends EvmTransaction {
  readonly block: number
}

export interface SentSince {
  readonly sent: readonly SentTransaction[]
  /** The list is complete up to this block. */
  readonly upTo: number
}

export interface BlockBudget {
  blocks: number
}

interface Asked {
  readonly after: number
  /** The first nonce to find. Null when the nonce at `after` is unknown. */
  readonly nonce: number | null
  readonly headBlock: number
  readonly budget: BlockBudget
}

/**
 * All transactions of a sender after a block, under any hash. Costs one request when nothing was sent. Otherwise finds the
 * blocks by binary search, or reads them one by one where the node keeps no historical state.
 */
export async function sentSince(
  source: Pick<EvmSource, 'nonceAt' | 'transactionsOf'>,
  sender: EvmAddress,
  { after, nonce, headBlock, budget }: Asked,
): Promise<SentSince> {
  const sent: SentTransaction[] = []
  const read = async (block: number) => {
    budget.blocks -= 1
    return (await source.transactionsOf(sender, block)).map((each) => ({ ...each, block }))
  }
  if (after >= headBlock) return { sent, upTo: headBlock }
  const count = await source.nonceAt(sender, headBlock)
  let next = nonce ?? (await source.nonceAt(sender, after).catch(() => null))
  let block = after
  while (next !== null && next < count && budget.blocks > 0) {
    const asked = { nonce: next, low: block, high: headBlock }
    const found = await firstBlockAfter(source, sender, asked).catch(() => null)
    if (found === null) break
    const here = await read(found)
    sent.push(...here)
    const last = here.at(-1)
    // No transaction: the nonce was used before `after`, or a reorg has just replaced the block.
    const reached = last ? last.nonce + 1 : await source.nonceAt(sender, found)
    if (reached <= next) return { sent, upTo: block }
    ;[next, block] = [reached, found]
  }
  if (next !== null && next >= count) return { sent, upTo: headBlock }
  while (block < headBlock && budget.blocks > 0) {
    const length = Math.min(CONCURRENT_BLOCKS, headBlock - block, budget.blocks)
    const page = Array.from({ length }, (_, index) => block + 1 + index)
    sent.push(...(await mapConcurrently(page, CONCURRENT_BLOCKS, read)).flat())
    block += length
  }
  return { sent, upTo: block }
}
