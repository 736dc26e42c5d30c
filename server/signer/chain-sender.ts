import type { ChainBlock, TransactionOutcome } from '#server/chains/tron-source.ts'

export interface Payment {
  /** Of the withdrawal. */
  readonly id: string
  readonly to: string
  /** In the token's smallest unit. */
  readonly amount: bigint
}

/** Ready to be sent, and the same whenever it is sent. */
export interface SignedTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  /** Milliseconds since the epoch: no block later than this takes it. */
  readonly expiresAt: number
}

/** The chain as the signer pays on it. */
export interface ChainSender {
  /** As the ledger names it. */
  readonly chain: string
  /** The wallet that pays. */
  readonly address: string
  /** Makes a transaction and sends nothing. @throws PaymentRefusedError, Error */
  sign(payment: Payment): Promise<SignedTransaction>
  /** Whether the network took it, now or earlier; a reason when it did not. */
  broadcast(raw: Uint8Array): Promise<{ readonly isTaken: boolean; readonly reason: string }>
  /** Null while the chain does not know it. */
  outcome(txId: string): Promise<TransactionOutcome | null>
  /** The last block that can no longer be undone. */
  finalHead(): Promise<ChainBlock>
}

/** The network says that this payment cannot be made, as things are. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
}
