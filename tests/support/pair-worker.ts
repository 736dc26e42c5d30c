import type { PairWorker } from '#features/play/fairness/run-pair-check.ts'
import { createPairWork, type PairRequest } from '#features/play/receipts/pair-work.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'

/** The code of the app's worker, in this thread. Requests are cloned as a browser clones them. */
export function createPairWorker(): PairWorker {
  const worker: PairWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: PairRequest) => work(structuredClone(request)),
    terminate: () => undefined,
  }
  const work = createPairWork((data) => {
    worker.onmessage?.call(worker as Worker, { data } as MessageEvent)
  }, verifyWithNode)
  return worker
}
