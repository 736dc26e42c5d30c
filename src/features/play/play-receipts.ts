import type { ReceiptFault, ReceiptKey, SignedReceipt } from '#fair/receipt.ts'
import type { ReadableStore } from '#lib/store.ts'
import type { PastBet } from './play-engine.ts'

/**
 * `seeds`: the server seed is not the one that was committed to. `result`: the seeds give another result than the one
 * that was signed.
 */
export type VerdictFault = ReceiptFault | 'seeds' | 'result'

/**
 * `sealed`: the receipts are right, and the server seed is not revealed yet. `verified`: right, and the result is the one
 * that the revealed seed gives. `missing`: no receipt has the bet's result.
 */
export type ReceiptVerdict =
  | { readonly status: 'sealed' | 'verified' | 'missing' }
  /** `detail` is an English sentence for engineers. */
  | { readonly status: 'failed'; readonly fault: VerdictFault; readonly detail: string }

/** A verdict, and all that a proof of it needs. */
export interface ReceiptReport {
  readonly verdict: ReceiptVerdict
  /**
   * True if the receipts before those of the bet are kept here, too. They are not if another device played, or if they
   * were too old to be kept: that is no fault.
   */
  readonly isFollowed: boolean
  /** With its server seed, if that is revealed. */
  readonly bet: PastBet
  readonly receipts: readonly SignedReceipt[]
  /** Other receipts that these are compared with. */
  readonly neighbours: readonly SignedReceipt[]
  readonly keys: readonly ReceiptKey[]
}

/** Nothing is read or checked before the page is idle. */
export interface PlayReceipts {
  /** By the id of the bet. */
  readonly verdicts: ReadableStore<ReadonlyMap<string, ReceiptVerdict>>
  keep(signed: SignedReceipt, bet: string): void
  /** Its verdict follows, and follows the reveal of its seed. */
  check(bet: PastBet): void
  /** Asks for receipts that are not kept here, and keeps them. Fails as the API does. */
  look(bet: PastBet): Promise<ReceiptReport>
  kept(): Promise<readonly SignedReceipt[]>
  /** Asks for the keys of the house anew if they lack the key of a receipt. Fails as the API does. */
  keysFor(receipts: readonly SignedReceipt[]): Promise<readonly ReceiptKey[]>
}
