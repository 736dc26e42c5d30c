/** `at` is the block time, in milliseconds since the epoch. */
export interface ChainBlock {
  readonly block: number
  readonly at: number
}

/** A TRC-20 `Transfer` event. Addresses are base58check, ids in lower case. */
export interface TokenTransfer extends ChainBlock {
  readonly txId: string
  /** Counted within the transaction. */
  readonly logIndex: number
  readonly contract: string
  readonly from: string
  readonly to: string
  /** In the smallest unit; may be 0. */
  readonly amount: bigint
}

/** From an address's own list, which has no block numbers or log indexes. */
export type ReceivedToken = Omit<TokenTransfer, 'block' | 'logIndex'>

export interface TransferQuery {
  readonly contract: string
  /** True for final blocks only, false for blocks that are not final only. */
  readonly isFinal: boolean
  /** Minimum block time, in milliseconds since the epoch. */
  readonly since: number
  /** Null for the first page. */
  readonly cursor: string | null
}

export interface TransferPage {
  /** In block order. */
  readonly transfers: readonly TokenTransfer[]
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null
}

export interface TransactionOutcome {
  readonly block: number
  readonly isFinal: boolean
  readonly hasSucceeded: boolean
}

export interface TronSource {
  head(): Promise<ChainBlock>
  finalHead(): Promise<ChainBlock>
  /** One page of a token's transfers, to any recipient. @throws SourceBusyError, Error */
  transfers(query: TransferQuery): Promise<TransferPage>
  /** Final transfers of any token to one address, at most the newest 200. */
  received(address: string, since: number): Promise<readonly ReceivedToken[]>
  /** Transfers of any token in one transaction; empty for an unknown transaction. @throws Error */
  transfersOf(txId: string): Promise<readonly TokenTransfer[]>
  /** Null for an unknown transaction. */
  transaction(txId: string): Promise<TransactionOutcome | null>
}

/** Balances prove that the lists omit nothing. */
export interface TronBalances {
  /** Balance at the last final block, in the smallest unit. @throws SourceBusyError, Error */
  balanceOf(address: string, contract: string): Promise<bigint>
  /**
   * Final transfers of a token from and to an address, oldest first, without those of amount 0.
   * @throws SourceBusyError, Error also when the page limit cuts the list
   */
  moves(address: string, contract: string, since: number): Promise<readonly ReceivedToken[]>
}

/** TronGrid limits the rate: wait `retryAfterMs` before the next request. */
export class SourceBusyError extends Error {
  override readonly name = 'SourceBusyError'
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
