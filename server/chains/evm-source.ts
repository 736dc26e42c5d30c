import type { EvmAddress } from '#contract/values.ts'

/** A block of an EVM chain, with the milliseconds since the epoch at which it was made. */
export interface EvmBlock {
  readonly block: number
  readonly hash: string
  readonly at: number
}

/** One transfer to the house. Hashes are in lower case. */
export interface EvmTransfer {
  readonly txId: string
  /**
   * Of the event among those of its transaction, because its number within the block changes when the block is
   * replaced; −1 for the chain's own coin.
   */
  readonly logIndex: number
  /** Null for the chain's own coin. */
  readonly contract: EvmAddress | null
  readonly from: EvmAddress
  readonly to: EvmAddress
  /** In the token's smallest unit. */
  readonly amount: bigint
  readonly block: number
  readonly at: number
}

export interface TransferRange {
  readonly to: EvmAddress
  readonly contracts: readonly EvmAddress[]
  readonly fromBlock: number
  readonly toBlock: number
}

export interface EvmTransaction {
  readonly txId: string
  readonly from: EvmAddress
  /** Null where it makes a contract. */
  readonly to: EvmAddress | null
  readonly value: bigint
  readonly nonce: number
}

/** What a block did with a transaction. */
export interface EvmReceipt {
  readonly block: number
  readonly at: number
  readonly hasSucceeded: boolean
  /** There was more of it than anybody reads: its transfers are not known. */
  readonly isPartial: boolean
  /** Transfers of tokens that it made; their `logIndex` as in `EvmTransfer`. */
  readonly transfers: readonly Pick<EvmTransfer, 'logIndex' | 'contract' | 'from' | 'to' | 'amount'>[]
}

/** An EVM chain as the watcher reads it: a node, or a practice chain. */
export interface EvmSource {
  head(): Promise<EvmBlock>
  /** Null for one that is not there yet. */
  block(number: number): Promise<EvmBlock | null>
  /** Transfers of tokens to one address. @throws RangeTooLargeError when the node wants fewer blocks */
  tokenTransfers(range: TransferRange): Promise<readonly EvmTransfer[]>
  /** Null while the chain does not know it; in a block or not. */
  transaction(txId: string): Promise<EvmTransaction | null>
  /** Null while it is in no block. */
  receipt(txId: string): Promise<EvmReceipt | null>
  /** How many transactions of an address are in blocks up to this one; up to the newest when left out. */
  nonceAt(address: EvmAddress, block?: number): Promise<number>
  /** Those of one sender in a block, by their numbers. @throws NodeUnavailable when the node does not have the block */
  transactionsOf(sender: EvmAddress, block: number): Promise<readonly EvmTransaction[]>
}

/** The node gives no answer for so many blocks at once. */
export class RangeTooLargeError extends Error {
  override readonly name = 'RangeTooLargeError'
}
