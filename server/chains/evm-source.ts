import type { EvmAddress } from '#contract/values.ts'
import { NodeUnavailable } from './chain-node.ts'

/** `at` is the block time, in milliseconds since the epoch. */
export interface EvmBlock {
  readonly block: number
  readonly hash: string
  readonly at: number
}

export const UNKNOWN_SENDER = `0x${'0'.repeat(40)}` as EvmAddress

/** A transfer to the house. Hashes are in lower case. */
export interface EvmTransfer {
  readonly txId: string
  /**
   * Counted within the transaction: the index within the block changes in a reorg. −1 for the native coin.
   */
  readonly logIndex: number
  /** Null for the native coin. */
  readonly contract: EvmAddress | null
  readonly from: EvmAddress
  readonly to: EvmAddress
  /** In the token's smallest unit. */
  readonly amount: bigint
  readonly block: number
  readonly at: number
}

export interface BlockRange {
  /** All current and former addresses of the house. */
  readonly house: readonly EvmAddress[]
  /** A smaller amount than `least` is summed in `received`, but is not in `transfers`. */
  readonly tokens: readonly { readonly contract: EvmAddress; readonly least: bigint }[]
  /** Rebasing tokens, whose balances prove nothing. Receipts are read when the bloom filter may contain one of them. */
  readonly unproven: readonly EvmAddress[]
  readonly fromBlock: number
  readonly toBlock: number
}

/** Includes amounts below the token's minimum. */
export interface Received {
  readonly address: EvmAddress
  readonly contract: EvmAddress | null
  readonly amount: bigint
  readonly block: number
}

export interface BlocksRead {
  /** Hash of the parent of the first block. */
  readonly parent: string | null
  /** May be before `toBlock`. Null when the node does not have the first block. */
  readonly last: EvmBlock | null
  readonly transfers: readonly EvmTransfer[]
  readonly received: readonly Received[]
}

export interface BlockMoves extends EvmBlock {
  /** Moves of the native coin are summed by transaction and direction. */
  readonly moves: readonly EvmTransfer[]
  /** True if the moves include those of internal calls. */
  readonly isTraced: boolean
  readonly paidFees: readonly EvmAddress[]
}

export interface EvmTransaction {
  readonly txId: string
  readonly from: EvmAddress
  /** Null for the creation of a contract. */
  readonly to: EvmAddress | null
  readonly value: bigint
  readonly nonce: number
}

export interface EvmReceipt {
  readonly block: number
  readonly at: number
  readonly hasSucceeded: boolean
  /** The transfers are incomplete: the receipt is too large, or one transfer cannot be parsed. */
  readonly isPartial: boolean
  /** Token transfers only. `logIndex` as in `EvmTransfer`. */
  readonly transfers: readonly Pick<EvmTransfer, 'logIndex' | 'contract' | 'from' | 'to' | 'amount'>[]
}

export interface EvmSource {
  head(): Promise<EvmBlock>
  /** Null for a block that does not exist yet. */
  block(number: number): Promise<EvmBlock | null>
  /** Returns as many consecutive blocks as the node has. @throws NodeUnavailable */
  readBlocks(range: BlockRange): Promise<BlocksRead>
  /** Finds pending transactions, too. Null for an unknown one. */
  transaction(txId: string): Promise<EvmTransaction | null>
  /** Null while the transaction is pending. */
  receipt(txId: string): Promise<EvmReceipt | null>
  /** The sender's transaction count after this block, the newest one by default. */
  nonceAt(address: EvmAddress, block?: number): Promise<number>
  /** Sorted by nonce. @throws NodeUnavailable when the node does not have the block */
  transactionsOf(sender: EvmAddress, block: number): Promise<readonly EvmTransaction[]>
}

export interface EvmBalances {
  /** In the smallest unit. `contract` is null for the native coin. By default at the newest block. */
  balanceOf(address: EvmAddress, contract: EvmAddress | null, block?: number): Promise<bigint>
  /** From the node's index of events. @throws RangeTooLargeError */
  tokenMoves(
    address: EvmAddress,
    contract: EvmAddress,
    range: Pick<BlockRange, 'fromBlock' | 'toBlock'>,
  ): Promise<readonly Omit<EvmTransfer, 'at' | 'logIndex'>[]>
  /** From receipts and, if `isTraced`, from traces. @throws NodeUnavailable */
  movesOfBlock(
    block: number,
    terms: Pick<BlockRange, 'house' | 'tokens'> & { readonly isTraced: boolean },
  ): Promise<BlockMoves>
}

export class RangeTooLargeError extends Error {
  override readonly name = 'RangeTooLargeError'
}

/** The newest block with `confirmations` blocks after it. */
export async function finalHeadOf(
  source: Pick<EvmSource, 'head' | 'block'>,
  confirmations: number,
): Promise<EvmBlock> {
  const head = await source.head()
  const final = await source.block(Math.max(head.block - confirmations, 0))
  if (!final) throw new NodeUnavailable('The node does not have the blocks before its newest one')
  return final
}
