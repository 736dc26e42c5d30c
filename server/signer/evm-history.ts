import type { EvmAddress } from '#contract/values.ts'
import { NumberSchema } from '#server/chains/evm-answers.ts'
import type { EvmNode } from '#server/chains/evm-node.ts'
import { finalHeadOf, type EvmTransaction } from '#server/chains/evm-source.ts'
import { findSuccessor } from '#server/chains/find-successor.ts'
import type { EvmDepositConfig } from '#server/config/evm-config.ts'
import { toLedger, tokenOf } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { requestParsed, type ChainNode } from '#server/chains/chain-node.ts'
import type { WalletHistory, WalletTransaction, WalletTransfer } from './chain-sender.ts'

interface HistoryOptions {
  readonly node: ChainNode
  readonly source: EvmNode
  readonly config: Pick<EvmDepositConfig, 'tokens' | 'confirmations'>
  readonly wallet: EvmAddress
}

const TIMEOUT_MS = 8_000
/** Limit of blocks that are read one by one while an operator waits: about a day of Ethereum. */
const MOST_BLOCKS = 8_000

export function evmHistory({ node, source, config, wallet }: HistoryOptions): WalletHistory {
  async function describe({ txId, nonce, to, value }: EvmTransaction): Promise<WalletTransaction | null> {
    const receipt = await source.receipt(txId)
    if (!receipt) return null
    if (receipt.isPartial) throw new Error(`The receipt of ${txId} is incomplete`)
    const { block: finalBlock } = await finalHeadOf(source, config.confirmations)
    const own = { logIndex: -1, contract: null, from: wallet, to: to ?? '', amount: value }
    const moved = receipt.hasSucceeded ? [...receipt.transfers, ...(value > 0n ? [own] : [])] : []
    const transfers = moved
      .filter((each) => each.from === wallet)
      .map(({ logIndex, contract, to, amount }): WalletTransfer => {
        const token = tokenOf(config, contract)
        if (!token) return { logIndex, coin: contract ?? 'own coin', to, amount }
        return { logIndex, coin: token.coin, to, amount: toLedger(amount, token) }
      })
    return { txId, nonce, block: receipt.block, isFinal: receipt.block <= finalBlock, transfers }
  }

  /** Binary search if the node keeps the state of old blocks, else block by block. */
  async function search(numbers: readonly number[], fromBlock: number | null): Promise<EvmTransaction[]> {
    const { block: headBlock } = await source.head()
    const found: EvmTransaction[] = []
    const missing = new Set(numbers)
    const keep = (transaction: EvmTransaction | undefined) => {
      if (transaction && missing.delete(transaction.nonce)) found.push(transaction)
    }
    for (const nonce of numbers) {
      if (!missing.has(nonce)) continue
      keep(
        (await findSuccessor(source, wallet, { nonce, headBlock })) ??
          (await findSuccessor(source, wallet, { nonce, headBlock, fromBlock: 0 })),
      )
    }
    const first = Math.max(fromBlock ?? 0, headBlock - MOST_BLOCKS, 0)
    for (let block = first; block <= headBlock && missing.size > 0 && fromBlock !== null; block++) {
      for (const each of await source.transactionsOf(wallet, block)) keep(each)
    }
    return found.sort((a, b) => a.nonce - b.nonce)
  }

  return {
    isNumbered: true,

    async used() {
      const count = (at: string) =>
        requestParsed(node, {
          schema: NumberSchema,
          method: 'eth_getTransactionCount',
          params: [wallet, at],
          timeoutMs: TIMEOUT_MS,
        })
      const [inBlocks, waiting] = await Promise.all([count('latest'), count('pending')])
      // Nodes behind one URL may know different pending transactions.
      return { inBlocks, seen: Math.max(inBlocks, waiting) }
    },

    async find(numbers, fromBlock) {
      const mined = await source.nonceAt(wallet)
      const transactions = await search(
        numbers.filter((nonce) => nonce < mined),
        fromBlock,
      )
      const described = await Promise.all(transactions.map(describe))
      return described.filter((each) => each !== null)
    },

    async read(txId) {
      const transaction = await source.transaction(txId)
      return transaction?.from === wallet ? describe(transaction) : null
    },
  }
}
