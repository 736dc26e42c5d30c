/** A block, with the milliseconds since the epoch at which it was made. */
export interface ChainBlock {
  readonly block: number
  readonly at: number
}

/** One TRC-20 `Transfer` event. Addresses are base58check, ids in lower case. */
export interface TokenTransfer extends ChainBlock {
  readonly txId: string
  /** Of the event within its transaction. */
  readonly logIndex: number
  readonly contract: string
  readonly from: string
  readonly to: string
  /** In the token's smallest unit; may be 0. */
  readonly amount: bigint
}

/** What one address received, of any token: whose events nobody follows, so it has no block and no index. */
export type ReceivedToken = Omit<TokenTransfer, 'block' | 'logIndex'>

export interface TransferQuery {
  readonly contract: string
  /** Only those in blocks that can no longer be undone, or only those in blocks that still can. */
  readonly isFinal: boolean
  /** Milliseconds since the epoch of the first block. */
  readonly since: number
  /** Where the page before ended; null for the first one. */
  readonly cursor: string | null
}

export interface TransferPage {
  /** In the order of their blocks. */
  readonly transfers: readonly TokenTransfer[]
  /** For the next page; null when there is none now. */
  readonly next: string | null
}

/** What became of a transaction. */
export interface TransactionOutcome {
  readonly block: number
  readonly isFinal: boolean
  readonly hasSucceeded: boolean
}

/** A TRON chain as the watcher reads it: the real one over TronGrid, or the practice chain. */
export interface TronSource {
  head(): Promise<ChainBlock>
  /** The last block that can no longer be undone. */
  finalHead(): Promise<ChainBlock>
  /** Every transfer of a token, whomever to, a page at a time. @throws SourceBusyError, Error */
  transfers(query: TransferQuery): Promise<TransferPage>
  /** Final transfers of any token to one address since then, the newest 200 at most. */
  received(address: string, since: number): Promise<readonly ReceivedToken[]>
  /** What a transaction moved of any token; nothing when the network does not know it. @throws Error */
  transfersOf(txId: string): Promise<readonly TokenTransfer[]>
  /** Null while the chain does not know it. */
  transaction(txId: string): Promise<TransactionOutcome | null>
}

/** What proves that nothing was left out, whatever a list tells. */
export interface TronBalances {
  /** What an address holds of a token at the last final block, in its smallest unit. @throws SourceBusyError, Error */
  balanceOf(address: string, contract: string): Promise<bigint>
  /**
   * Final transfers of a token from and to an address since then, the oldest first; none of them is of nothing.
   * @throws SourceBusyError, Error also when they are more than is read
   */
  moves(address: string, contract: string, since: number): Promise<readonly ReceivedToken[]>
}

/** The chain's node wants to be left alone for that long. */
export class SourceBusyError extends Error {
  override readonly name = 'SourceBusyError'
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
