import type { EvmAddress } from '#contract/values.ts'
import type { EvmSource, EvmTransaction } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'

/** Blocks read in one call. A signer that was down for a day searches some thousands, one page each call. */
const PAGE = 50

interface Asked {
  readonly nonce: number
  /** The nonce was unused before this block; null if it was not recorded. */
  readonly fromBlock: number | null
  /** The nonce was used by this block. */
  readonly toBlock: number
  readonly headBlock: number
}

type Search = (asked: Asked) => Promise<EvmTransaction | 'goes on' | null>

/**
 * Finds the transaction that used a nonce: by binary search where the node keeps historical state, otherwise linearly. Null
 * when it is in none of the blocks.
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
