import type { ChainBlock, TransactionOutcome } from '#server/chains/tron-source.ts'

export interface Payment {
  readonly id: string
  readonly coin: string
  readonly to: string
  /** In the smallest unit of the ledger. */
  readonly amount: bigint
}

export interface SignedTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  /** Milliseconds since the epoch: later blocks do not accept it. Null where the nonce decides. */
  readonly expiresAt: number | null
  /** Null where transactions expire. */
  readonly nonce: number | null
  /** The newest block when it was signed; null where transactions expire, or if unknown. */
  readonly signedBlock: number | null
}

/** A payment of the wallet that may not be in a block yet. */
export interface QueuedPayment extends Payment {
  readonly nonce: number
}

export interface PaymentOutcome extends TransactionOutcome {
  /** −1 for a chain's own coin; absent means 0, the first event. */
  readonly logIndex?: number
  /** The receiving contract reverted it; only possible with a chain's own coin. */
  readonly isReceiversFault?: boolean
}

export interface WalletTransaction {
  readonly txId: string
  /** Null where transactions have no nonces. */
  readonly nonce: number | null
  readonly block: number | null
  readonly isFinal: boolean
  /** Outgoing transfers; empty if the transaction was reverted. */
  readonly transfers: readonly WalletTransfer[]
}

export interface WalletTransfer {
  readonly logIndex: number
  /** Name in the ledger, or the contract of an unknown token. */
  readonly coin: string
  readonly to: string
  /** In the smallest unit of the ledger; for an unknown token in its own. */
  readonly amount: bigint
}

/** For chains with nonces: a gap shows that a transaction is missing. */
export interface NumberedHistory {
  readonly isNumbered: true
  /** Nonces used in blocks, and including pending transactions. */
  used(): Promise<{ readonly inBlocks: number; readonly seen: number }>
  /**
   * Transactions in blocks, as far as the node knows them.
   * @param fromBlock start of a search block by block, for a node without the state of old blocks
   */
  find(numbers: readonly number[], fromBlock: number | null): Promise<readonly WalletTransaction[]>
}

export interface ListedHistory {
  readonly isNumbered: false
  /** Outgoing transfers since a time, oldest first; `isAll` is false when there were too many to read. */
  sentSince(at: number): Promise<{ readonly sent: readonly SentTransfer[]; readonly isAll: boolean }>
}

export interface SentTransfer extends Omit<WalletTransfer, 'logIndex'> {
  readonly txId: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Transactions of the wallet on the chain, sent by any program. */
export type WalletHistory = (NumberedHistory | ListedHistory) & {
  /** Null when the wallet has sent no such transaction, or it is in no block. */
  read(txId: string): Promise<WalletTransaction | null>
}

export interface ChainSender {
  readonly chain: string
  readonly address: string
  /**
   * Sends nothing.
   * @param queue payments of the wallet with a nonce that may still be mined
   * @throws PaymentRefusedError, PaymentWaitsError, Error
   */
  sign(payment: Payment, queue: readonly QueuedPayment[]): Promise<SignedTransaction>
  /** Signs the payment again with the same nonce and more gas; null while that would not help. */
  replace(last: SignedTransaction): Promise<SignedTransaction | null>
  /** `isTaken` is also true if the network had it already. */
  broadcast(raw: Uint8Array): Promise<{ readonly isTaken: boolean; readonly reason: string }>
  outcome(transaction: SignedTransaction): Promise<PaymentOutcome | null>
  /** The last block that cannot be reorganized any more. */
  finalHead(): Promise<ChainBlock>
  /**
   * Proof that none of these transactions, all of one payment, can still get into a block; null without a proof.
   * `goes on` means that it searched a part of the blocks: call it again on the same sender to continue.
   */
  proveOver(attempts: readonly SignedTransaction[], final: ChainBlock): Promise<ProofOfEnd | 'goes on' | null>
  /** Null on a practice chain, which is in the database itself and is restored with it. */
  readonly history: WalletHistory | null
}

export interface ProofOfEnd {
  /** The transaction that used their nonce; null where they have expired. */
  readonly usedBy: string | null
}

/** The network refuses this payment in the present state. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
}

/** The wallet is short, or gas costs more than allowed: the payment is tried again later. */
export class PaymentWaitsError extends Error {
  override readonly name = 'PaymentWaitsError'
}

/** The chain does not show the result: an operator must look and decide. */
export class PersonNeededError extends Error {
  override readonly name = 'PersonNeededError'
  readonly reason: 'no_transfer' | 'number_used'

  constructor(reason: PersonNeededError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * A transaction counts as unpaid when its expiry is this far behind a final block: nodes behind one URL may be some
 * blocks apart.
 */
const EXPIRY_MARGIN_MS = 120_000

/** `proveOver` for chains where transactions expire. */
export function haveExpired(
  attempts: readonly SignedTransaction[],
  final: ChainBlock,
): Promise<ProofOfEnd | null> {
  const isPast = attempts.every(
    ({ expiresAt }) => expiresAt !== null && final.at > expiresAt + EXPIRY_MARGIN_MS,
  )
  return Promise.resolve(isPast ? { usedBy: null } : null)
}
