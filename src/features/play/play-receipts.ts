import type { ReceiptFault, ReceiptKey, SignedReceipt } from '#fair/receipt.ts'
import type { ReadableStore } from '#lib/store.ts'
import type { PastBet } from './play-engine.ts'

/**
 * What is wrong. Beside the faults of a receipt: `seeds`, the server seed is not the one that was committed to;
 * `result`, the seeds give another result than the one that was signed.
 */
export type VerdictFault = ReceiptFault | 'seeds' | 'result'

/**
 * What checking a bet's receipts on this device has found. `sealed`: they are right, and the server seed is not
 * revealed yet. `verified`: right, and the result is the one that the revealed seed gives. `missing`: nothing signed
 * says what the bet brought.
 */
export type ReceiptVerdict =
  | { readonly status: 'sealed' | 'verified' | 'missing' }
  /** `detail` is a plain English sentence for whoever looks into it. */
  | { readonly status: 'failed'; readonly fault: VerdictFault; readonly detail: string }

/** A verdict, and all that a proof of it needs. */
export interface ReceiptReport {
  readonly verdict: ReceiptVerdict
  /**
   * Whether the receipts before those of the bet are kept here, too. They are not where another device played, or
   * where they were too old to be kept: that is no fault.
   */
  readonly isFollowed: boolean
  /** With its server seed, if that is revealed. */
  readonly bet: PastBet
  readonly receipts: readonly SignedReceipt[]
  /** Other receipts that these are compared with. */
  readonly neighbours: readonly SignedReceipt[]
  readonly keys: readonly ReceiptKey[]
}

/** What screens see of a player's receipts. Nothing is read or checked before the page has nothing better to do. */
export interface PlayReceipts {
  /** By the id of the bet, as far as they are known. */
  readonly verdicts: ReadableStore<ReadonlyMap<string, ReceiptVerdict>>
  keep(signed: SignedReceipt, bet: string): void
  /** Its verdict follows, and follows the reveal of its seed. */
  check(bet: PastBet): void
  /** All about a bet; receipts that are not kept here are asked for, and kept from then on. Fails as the API does. */
  look(bet: PastBet): Promise<ReceiptReport>
  /** All that are kept on this device. */
  kept(): Promise<readonly SignedReceipt[]>
  /** The keys of the house, asked for anew where none of them is that of a receipt. Fails as the API does. */
  keysFor(receipts: readonly SignedReceipt[]): Promise<readonly ReceiptKey[]>
}
