import type { ReceiptKey } from '#fair/receipt.ts'
import type { PastSeedPair, SignedBet } from '#features/play/play-engine.ts'
import type { PairReport } from './verify-pair.ts'

/** To the worker of one pair: first the pair, then its bets page by page, then the end. */
export type PairRequest =
  | { readonly type: 'pair'; readonly pair: PastSeedPair; readonly isSigned: boolean }
  | { readonly type: 'bets'; readonly bets: readonly SignedBet[]; readonly keys: readonly ReceiptKey[] }
  /** `isAll`: there are no more bets to be had. */
  | { readonly type: 'end'; readonly isAll: boolean }

/** From the worker. `taken`: the page is checked, and the next one may come. */
export type PairAnswer =
  | { readonly type: 'checked' | 'taken'; readonly count: number }
  | { readonly type: 'done'; readonly report: PairReport; readonly proof: Blob | undefined }
  | { readonly type: 'failed' }
