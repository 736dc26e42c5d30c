import type { ChainBlock, TransactionOutcome } from '#server/chains/tron-source.ts'

export interface Payment {
  /** Of the withdrawal. */
  readonly id: string
  readonly coin: string
  readonly to: string
  /** In the smallest unit that the ledger keeps of the coin. */
  readonly amount: bigint
}

/** Ready to be sent, and the same whenever it is sent. */
export interface SignedTransaction {
  readonly txId: string
  readonly raw: Uint8Array
  /** Milliseconds since the epoch: no block later than this takes it. Null where the nonce decides. */
  readonly expiresAt: number | null
  /** Number among those of the wallet, of which a chain takes one; null where transactions expire. */
  readonly nonce: number | null
  /** The newest block when it was signed; null where transactions expire, or nobody wrote it down. */
  readonly signedBlock: number | null
}

/** A payment of the wallet that may still be under way. */
export interface QueuedPayment extends Payment {
  readonly nonce: number
}

/** What became of a transaction, and which of its events is the transfer. */
export interface PaymentOutcome extends TransactionOutcome {
  /** −1 for a chain's own coin; 0, the first event, when it is left out. */
  readonly logIndex?: number
  /** Undone by the receiver, a program: nobody else is asked when a chain's own coin is sent. */
  readonly isReceiversFault?: boolean
}

/** A transaction of the wallet as the chain shows it. */
export interface WalletTransaction {
  readonly txId: string
  /** Null where transactions have no numbers. */
  readonly nonce: number | null
  /** Null while it is in none. */
  readonly block: number | null
  readonly isFinal: boolean
  /** What it took out of the wallet; nothing when it was undone. */
  readonly transfers: readonly WalletTransfer[]
}

export interface WalletTransfer {
  /** As the ledger names transfers. */
  readonly logIndex: number
  /** As the ledger names it, or the contract of a token that is none of Koi's. */
  readonly coin: string
  readonly to: string
  /** In the smallest unit that the ledger keeps; of another token in its own. */
  readonly amount: bigint
}

/** Where the wallet's transactions are numbered: a number says of each whether there is one. */
export interface NumberedHistory {
  readonly isNumbered: true
  /** How many numbers are used by transactions in blocks, and with those that wait for one. */
  used(): Promise<{ readonly inBlocks: number; readonly seen: number }>
  /**
   * Those that are in blocks, as far as the node tells.
   * @param fromBlock where reading block by block begins, if the node keeps no state of old ones
   */
  find(numbers: readonly number[], fromBlock: number | null): Promise<readonly WalletTransaction[]>
}

/** Where they are told apart by their hashes alone. */
export interface ListedHistory {
  readonly isNumbered: false
  /** Transfers out of the wallet since a moment, the oldest first; `isAll` is false when there were too many to read. */
  sentSince(at: number): Promise<{ readonly sent: readonly SentTransfer[]; readonly isAll: boolean }>
}

export interface SentTransfer extends Omit<WalletTransfer, 'logIndex'> {
  readonly txId: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What the chain shows of the wallet's transactions, whoever has sent them. */
export type WalletHistory = (NumberedHistory | ListedHistory) & {
  /** Null when the wallet has sent no such transaction, or no block has it. */
  read(txId: string): Promise<WalletTransaction | null>
}

/** The chain as the signer pays on it. */
export interface ChainSender {
  /** As the ledger names it. */
  readonly chain: string
  /** The wallet that pays. */
  readonly address: string
  /**
   * Makes a transaction and sends nothing.
   * @param queue what the wallet has signed with a nonce and may still pay
   * @throws PaymentRefusedError, PaymentWaitsError, Error
   */
  sign(payment: Payment, queue: readonly QueuedPayment[]): Promise<SignedTransaction>
  /** The same payment in the place of `last`, for more gas; null while that would not help. */
  replace(last: SignedTransaction): Promise<SignedTransaction | null>
  /** Whether the network took it, now or earlier; a reason when it did not. */
  broadcast(raw: Uint8Array): Promise<{ readonly isTaken: boolean; readonly reason: string }>
  /** Null while it is in no block. */
  outcome(transaction: SignedTransaction): Promise<PaymentOutcome | null>
  /** The last block that can no longer be undone. */
  finalHead(): Promise<ChainBlock>
  /**
   * The proof that no block takes any of these, all of one payment, that `final` and those before it did not; null
   * when there is none. `goes on` when a part of the blocks was looked through: the same sender goes on from there.
   */
  proveOver(attempts: readonly SignedTransaction[], final: ChainBlock): Promise<ProofOfEnd | 'goes on' | null>
  /** Null on a practice chain, which lies in the database itself: it goes back with it. */
  readonly history: WalletHistory | null
}

export interface ProofOfEnd {
  /** The transaction that has used their number; null where they have expired. */
  readonly usedBy: string | null
}

/** The network says that this payment cannot be made, as things are. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
}

/** The wallet is short of what the payment needs, or gas is dearer than allowed: it is made later. */
export class PaymentWaitsError extends Error {
  override readonly name = 'PaymentWaitsError'
}

/** The chain says too little for the signer to end it: an operator looks there and decides. */
export class PersonNeededError extends Error {
  override readonly name = 'PersonNeededError'
  readonly reason: 'no_transfer' | 'number_used'

  constructor(reason: PersonNeededError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * How far behind a final block its expiry has to be before a transaction counts as one that never pays. Nodes
 * behind one address may be some blocks apart, and none of them may still be before that block.
 */
const EXPIRY_MARGIN_MS = 120_000

/** `proveOver` where transactions expire. */
export function haveExpired(
  attempts: readonly SignedTransaction[],
  final: ChainBlock,
): Promise<ProofOfEnd | null> {
  const isPast = attempts.every(
    ({ expiresAt }) => expiresAt !== null && final.at > expiresAt + EXPIRY_MARGIN_MS,
  )
  return Promise.resolve(isPast ? { usedBy: null } : null)
}
