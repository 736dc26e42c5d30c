import type { EvmAddress } from '#contract/values.ts'
import type { EvmSource, EvmTransaction } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'

/** Blocks that one look reads as a whole: a signer that was down for a day reads some thousands, a page each look. */
const PAGE = 50

interface Asked {
  readonly nonce: number
  /** The wallet had not used the number before this block; null where nobody wrote that down. */
  readonly fromBlock: number | null
  /** By this block it had. */
  readonly toBlock: number
  readonly headBlock: number
}

type Search = (asked: Asked) => Promise<EvmTransaction | 'goes on' | null>

/**
 * Finds the transaction that took a number of the wallet: by halving, where the node keeps the state of so old
 * blocks, else by reading the blocks one after another. Null when it is in none of them.
 */
export function createNonceSearch(
  source: Pick<EvmSource, 'nonceAt' | 'transactionsOf'>,
  wallet: EvmAddress,
): Search {
  const reached = new Map<number, number>()
  return async ({ nonce, fromBlock, toBlock, headBlock }) => {
    const quick =
      (await findSuccessor(source, wallet, { nonce, headBlock })) ??
      (fromBlock === null ? undefined : await findSuccessor(source, wallet, { nonce, headBlock, fromBlock }))
    if (quick) return quick
    if (fromBlock === null) return null
    const first = reached.get(nonce) ?? fromBlock
    const last = Math.min(first + PAGE - 1, toBlock)
    for (let block = first; block <= last; block++) {
      const found = (await source.transactionsOf(wallet, block)).find((each) => each.nonce === nonce)
      if (found) return found
      reached.set(nonce, block + 1)
    }
    return last < toBlock ? 'goes on' : null
  }
}
