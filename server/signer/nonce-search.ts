import type { EvmAddress } from '#contract/values.ts'
import type { EvmSource, EvmTransaction } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'

/** Blocks per call: a signer that was down for a day has some thousands to read. */
const PAGE = 50

interface Asked {
  readonly nonce: number
  /** Before this block the wallet had not used the nonce; null if unknown. */
  readonly fromBlock: number | null
  readonly toBlock: number
  readonly headBlock: number
}

type Search = (asked: Asked) => Promise<EvmTransaction | 'goes on' | null>

/**
 * Finds the transaction with a nonce of the wallet: by binary search if the node keeps the state of old blocks, else
 * block by block. Null when it is in none of them.
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
