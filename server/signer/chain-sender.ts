import type { ChainBlock, TransactionOutcome } from '#server/chains/tron-source.ts'

export interface Payment {
  readonly id: string
  readonly coin: string
  readonly to: string
  /** In the ledger's smallest unit. */
  readonly amount: bigint
}

export interface SignedTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  /** Milliseconds since the epoch. No later block includes it. Null on chains with nonces. */
  readonly expiresAt: number | null
  /** Null on chains where transactions expire. */
  readonly nonce: number | null
  /** Newest block at signing; null where transactions expire, or if it was not recorded. */
  readonly signedBlock: number | null
}

export interface QueuedPayment extends Payment {
  readonly nonce: number
}

export interface PaymentOutcome extends TransactionOutcome {
  /** −1 for the native coin; by default 0, the first event. */
  readonly logIndex?: number
  /** The recipient is a contract that rejected the native coin. */
  readonly isReceiversFault?: boolean
}

export interface WalletTransaction {
  readonly txId: string
  /** Null on chains without nonces. */
  readonly nonce: number | null
  /** Null while pending. */
  readonly block: number | null
  readonly isFinal: boolean
  /** Outgoing transfers; empty for a reverted transaction. */
  readonly transfers: readonly WalletTransfer[]
}

export interface WalletTransfer {
  /** As in the ledger. */
  readonly logIndex: number
  /** The ledger's name, or the contract of an unknown token. */
  readonly coin: string
  readonly to: string
  /** In the ledger's smallest unit, or in that of an unknown token. */
  readonly amount: bigint
}

/** For chains with nonces, where each number has at most one transaction. */
export interface NumberedHistory {
  readonly isNumbered: true
  /** Number of used nonces, without and with pending transactions. */
  used(): Promise<{ readonly inBlocks: number; readonly seen: number }>
  /**
   * Finds mined transactions, as far as the node knows.
   * @param fromBlock start of a linear search, if the node keeps no historical state
   */
  find(numbers: readonly number[], fromBlock: number | null): Promise<readonly WalletTransaction[]>
}

/** For chains without nonces. */
export interface ListedHistory {
  readonly isNumbered: false
  /** Outgoing transfers since a time, oldest first. `isAll` is false when there were too many. */
  sentSince(at: number): Promise<{ readonly sent: readonly SentTransfer[]; readonly isAll: boolean }>
}

export interface SentTransfer extends Omit<WalletTransfer, 'logIndex'> {
  readonly txId: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The wallet's transactions on the chain, from any origin. */
export type WalletHistory = (NumberedHistory | ListedHistory) & {
  /** Null for an unknown or pending transaction, or one of another wallet. */
  read(txId: string): Promise<WalletTransaction | null>
}

export interface ChainSender {
  /** Identifier in the ledger. */
  readonly chain: string
  readonly address: string
  /**
   * Signs without sending.
   * @param queue signed payments with a nonce that may still be pending
   * @throws PaymentRefusedError, PaymentWaitsError, Error
   */
  sign(payment: Payment, queue: readonly QueuedPayment[]): Promise<SignedTransaction>
  /** Signs the same payment with a higher gas price; null while that would not help. */
  replace(last: SignedTransaction): Promise<SignedTransaction | null>
  /** `isTaken` is also true if the network had it already. */
  broadcast(raw: Uint8Array): Promise<{ readonly isTaken: boolean; readonly reason: string }>
  /** Null while pending. */
  outcome(transaction: SignedTransaction): Promise<PaymentOutcome | null>
  finalHead(): Promise<ChainBlock>
  /**
   * Proves that no block after `final` can include any of these attempts of one payment; null when there is no proof yet.
   * `goes on` after a part of the search: call it again on the same sender to continue.
   */
  proveOver(attempts: readonly SignedTransaction[], final: ChainBlock): Promise<ProofOfEnd | 'goes on' | null>
  /** Null on a practice chain, which is restored together with the database. */
  readonly history: WalletHistory | null
}

export interface ProofOfEnd {
  /** The transaction that used the nonce; null where the attempts have expired. */
  readonly usedBy: string | null
}

/** The network rejects this payment in the current state. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
}

/** The wallet's funds are too low, or gas is too expensive: retried later. */
export class PaymentWaitsError extends Error {
  override readonly name = 'PaymentWaitsError'
}

/** The chain does not show enough for the signer. An operator must decide. */
export class PersonNeededError extends Error {
  override readonly name = 'PersonNeededError'
  readonly reason: 'no_transfer' | 'number_used'

  constructor(reason: PersonNeededError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Safety margin between an expiry and a final block: nodes behind one address may be some blocks apart, and none may still
 * accept the transaction.
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
