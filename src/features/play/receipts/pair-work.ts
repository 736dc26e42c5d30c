import type { ReceiptKey, SignedReceipt, VerifySignature } from '#fair/receipt.ts'
import type { PastSeedPair, SignedBet } from '#features/play/play-engine.ts'
import {
  checkBets,
  checkChain,
  checkKept,
  createPairCheck,
  finishCheck,
  hasGaps,
  type PairCheck,
  type PairReport,
} from './verify-pair.ts'

/** To the worker of one pair: first the pair, then its bets page by page, then the end. */
export type PairRequest =
  | { readonly type: 'pair'; readonly pair: PastSeedPair; readonly isSigned: boolean }
  | { readonly type: 'bets'; readonly bets: readonly SignedBet[]; readonly keys: readonly ReceiptKey[] }
  /** `chain`: receipts between those of the bets. `kept`: receipts that this device has kept. */
  | {
      readonly type: 'chain' | 'kept'
      readonly receipts: readonly SignedReceipt[]
      readonly keys: readonly ReceiptKey[]
    }
  /** Asks if receipts are missing between those of the bets. */
  | { readonly type: 'gaps' }
  /** `isAll`: the house shows no more bets. `isChainRead`: nor receipts between them. */
  | { readonly type: 'end'; readonly isAll: boolean; readonly isChainRead: boolean }

/** From the worker. `taken`: the page is checked, and the next one may come. */
export type PairAnswer =
  | { readonly type: 'checked' | 'taken'; readonly count: number }
  | { readonly type: 'gaps'; readonly hasGaps: boolean }
  | { readonly type: 'done'; readonly report: PairReport; readonly proof: Blob | undefined }
  | { readonly type: 'failed' }

/** Bets between two messages of progress. */
const SLICE = 10

/** @returns takes the requests of one pair, one after the other */
export function createPairWork(
  answer: (message: PairAnswer) => void,
  verify: VerifySignature,
): (request: PairRequest) => void {
  let check: PairCheck | undefined
  let last: Promise<void> = Promise.resolve()
  return (request) => {
    last = last
      .then(async () => {
        if (request.type === 'pair') check = createPairCheck({ ...request, verify })
        else if (check) await work(check, request, answer)
        else throw new Error('No pair is being checked')
      })
      .catch(() => answer({ type: 'failed' }))
  }
}

async function work(
  check: PairCheck,
  request: Exclude<PairRequest, { type: 'pair' }>,
  answer: (message: PairAnswer) => void,
): Promise<void> {
  switch (request.type) {
    case 'end':
      return answer({ type: 'done', ...finishCheck(check, request.isAll, request.isChainRead) })
    case 'gaps':
      return answer({ type: 'gaps', hasGaps: hasGaps(check) })
    case 'chain':
      await checkChain(check, request.receipts, request.keys)
      break
    case 'kept':
      await checkKept(check, request.receipts, request.keys)
      break
    case 'bets':
      for (let index = 0; index < request.bets.length; index += SLICE) {
        await checkBets(check, request.bets.slice(index, index + SLICE), request.keys)
        answer({ type: 'checked', count: check.checked })
      }
  }
  answer({ type: 'taken', count: check.checked })
}
