import type { EvmAddress } from '#contract/values.ts'

/** A block of an EVM chain, with the milliseconds since the epoch at which it was made. */
export interface EvmBlock {
  readonly block: number
  readonly hash: string
  readonly at: number
}

/** As the sender of what nobody is known to have sent. */
export const NOBODY = `0x${'0'.repeat(40)}` as EvmAddress

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

/** Blocks to be read for what has moved to the house. */
export interface BlockRange {
  /** All addresses that ever were the house's. */
  readonly house: readonly EvmAddress[]
  /** Less than `least` is counted, and not told. */
  readonly tokens: readonly { readonly contract: EvmAddress; readonly least: bigint }[]
  /** Tokens of which a balance proves nothing: where the header of a block may have one, its receipts are read. */
  readonly unproven: readonly EvmAddress[]
  readonly fromBlock: number
  readonly toBlock: number
}

/** What an address received of a token, however little. */
export interface Received {
  readonly address: EvmAddress
  readonly contract: EvmAddress | null
  readonly amount: bigint
  readonly block: number
}

export interface BlocksRead {
  /** Hash of the block before the first one. */
  readonly parent: string | null
  /** The last one that was read, which may be before `toBlock`; null when the node does not have the first one. */
  readonly last: EvmBlock | null
  readonly transfers: readonly EvmTransfer[]
  readonly received: readonly Received[]
}

/** All that one block has moved to or from the house. */
export interface BlockMoves extends EvmBlock {
  /** Of the chain's own coin one for each transaction and direction. */
  readonly moves: readonly EvmTransfer[]
  /** Whether what transactions did inside is among them. */
  readonly isTraced: boolean
  /** Addresses of the house that paid a fee in it. */
  readonly paidFees: readonly EvmAddress[]
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
  /** Its transfers are not all known: there are more than anybody reads, or one of a token cannot be read. */
  readonly isPartial: boolean
  /** Transfers of tokens that it made; their `logIndex` as in `EvmTransfer`. */
  readonly transfers: readonly Pick<EvmTransfer, 'logIndex' | 'contract' | 'from' | 'to' | 'amount'>[]
}

/** An EVM chain as the watcher reads it: a node, or a practice chain. */
export interface EvmSource {
  head(): Promise<EvmBlock>
  /** Null for one that is not there yet. */
  block(number: number): Promise<EvmBlock | null>
  /** Blocks one after another, as many as the node has. @throws NodeUnavailable */
  readBlocks(range: BlockRange): Promise<BlocksRead>
  /** Null while the chain does not know it; in a block or not. */
  transaction(txId: string): Promise<EvmTransaction | null>
  /** Null while it is in no block. */
  receipt(txId: string): Promise<EvmReceipt | null>
  /** How many transactions of an address are in blocks up to this one; up to the newest when left out. */
  nonceAt(address: EvmAddress, block?: number): Promise<number>
  /** Those of one sender in a block, by their numbers. @throws NodeUnavailable when the node does not have the block */
  transactionsOf(sender: EvmAddress, block: number): Promise<readonly EvmTransaction[]>
}

/** A chain whose balances can be asked for at any of its last blocks: they prove that nothing that moved was left out. */
export interface EvmBalances {
  /** What an address holds of a token, or of the chain's own coin (null), in the smallest unit; by the newest block when left out. */
  balanceOf(address: EvmAddress, contract: EvmAddress | null, block?: number): Promise<bigint>
  /** Transfers of a token to and from an address, as the node's index of events tells them. @throws RangeTooLargeError */
  tokenMoves(
    address: EvmAddress,
    contract: EvmAddress,
    range: Pick<BlockRange, 'fromBlock' | 'toBlock'>,
  ): Promise<readonly Omit<EvmTransfer, 'at' | 'logIndex'>[]>
  /** By receipts and, when `isTraced`, by what its transactions did inside. @throws NodeUnavailable */
  movesOfBlock(
    block: number,
    terms: Pick<BlockRange, 'house' | 'tokens'> & { readonly isTraced: boolean },
  ): Promise<BlockMoves>
}

/** The node gives no answer for so many blocks at once. */
export class RangeTooLargeError extends Error {
  override readonly name = 'RangeTooLargeError'
}
