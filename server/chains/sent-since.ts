import type { EvmAddress } from '#contract/values.ts'
import { inLanes } from './in-lanes.ts'
import type { EvmSource, EvmTransaction } from './evm-source.ts'
import { firstBlockAfter } from './find-successor.ts'

/** Full blocks asked for at a time. */
const LANES = 5

/** A transaction of a sender, in its block. */
export interface SentTransaction extends EvmTransaction {
  readonly block: number
}

export interface SentSince {
  readonly sent: readonly SentTransaction[]
  /** All that the sender has in blocks up to this one is known. */
  readonly upTo: number
}

/** Full blocks that may still be read for one sender. */
export interface BlockBudget {
  blocks: number
}

interface Asked {
  /** Looked for in later blocks. */
  readonly after: number
  /** What has a lower number is known; null where nobody knows how many the sender had by then. */
  readonly nonce: number | null
  readonly headBlock: number
  readonly budget: BlockBudget
}

/**
 * What a sender has sent after a block, whatever hashes it was told under. One question while nothing was sent; the
 * blocks of what was are found by halving, or read one after another where the node keeps no state of them.
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
    // Without any, the number was used before `after`, or the chain has just replaced the block.
    const reached = last ? last.nonce + 1 : await source.nonceAt(sender, found)
    if (reached <= next) return { sent, upTo: block }
    ;[next, block] = [reached, found]
  }
  if (next !== null && next >= count) return { sent, upTo: headBlock }
  while (block < headBlock && budget.blocks > 0) {
    const length = Math.min(LANES, headBlock - block, budget.blocks)
    const page = Array.from({ length }, (_, index) => block + 1 + index)
    sent.push(...(await inLanes(page, LANES, read)).flat())
    block += length
  }
  return { sent, upTo: block }
}
