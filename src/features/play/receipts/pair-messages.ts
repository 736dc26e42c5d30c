import type { ReceiptKey, SignedReceipt } from '#fair/receipt.ts'
import type { PastSeedPair, SignedBet } from '#features/play/play-engine.ts'
import type { PairReport } from './verify-pair.ts'

/** To the worker of one pair: first the pair, then its bets page by page, then the end. */
export type PairRequest =
  | { readonly type: 'pair'; readonly pair: PastSeedPair; readonly isSigned: boolean }
  | { readonly type: 'bets'; readonly bets: readonly SignedBet[]; readonly keys: readonly ReceiptKey[] }
  /** `chain`: what lies between the bets of the pair. `kept`: what this device has kept. */
  | {
      readonly type: 'chain' | 'kept'
      readonly receipts: readonly SignedReceipt[]
      readonly keys: readonly ReceiptKey[]
    }
  /** Whether receipts are not there that come between those of the bets. */
  | { readonly type: 'gaps' }
  /** `isAll`: there are no more bets to be had. `isChainRead`: nor receipts between them. */
  | { readonly type: 'end'; readonly isAll: boolean; readonly isChainRead: boolean }

/** From the worker. `taken`: the page is checked, and the next one may come. */
export type PairAnswer =
  | { readonly type: 'checked' | 'taken'; readonly count: number }
  | { readonly type: 'gaps'; readonly hasGaps: boolean }
  | { readonly type: 'done'; readonly report: PairReport; readonly proof: Blob | undefined }
  | { readonly type: 'failed' }
