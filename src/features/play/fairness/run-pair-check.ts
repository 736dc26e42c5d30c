import type { ReceiptKey, SignedReceipt } from '#fair/receipt.ts'
import type { PastSeedPair, PlaySeeds } from '#features/play/play-engine.ts'
import type { PairAnswer, PairRequest } from '#features/play/receipts/pair-work.ts'
import type { PairReport } from '#features/play/receipts/verify-pair.ts'

export interface CheckedPair {
  readonly report: PairReport
  /** A file for `npm run verify`; there if something is wrong. */
  readonly proof: Blob | undefined
  /** There if not all bets were checked. */
  readonly cutShort: 'stopped' | 'unreadable' | undefined
}

export type PairWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

interface Given {
  readonly pair: PastSeedPair
  readonly bets: PlaySeeds['bets']
  /** Receipts between the bets; undefined where nothing is signed. */
  readonly chain?: PlaySeeds['receipts']
  /** Reads the receipts that this device has kept. */
  readonly kept?: (() => Promise<readonly SignedReceipt[]>) | undefined
  /** Undefined where nothing is signed. */
  readonly keysFor: ((receipts: readonly SignedReceipt[]) => Promise<readonly ReceiptKey[]>) | undefined
  readonly createWorker: () => PairWorker
  readonly onCount: (count: number) => void
  /** Ends it early, with what was checked so far. */
  readonly stop: AbortSignal
}

/**
 * Has a worker check all bets of a revealed pair, page by page.
 * @throws Error if the worker fails
 */
export async function runPairCheck(given: Given): Promise<CheckedPair> {
  const { pair, bets, chain, kept, keysFor, createWorker, onCount, stop } = given
  const worker = createWorker()
  let resolve: (answer: PairAnswer) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const isBroken = () => new Error('The worker failed')
  worker.onerror = () => reject(isBroken())
  worker.onmessage = ({ data }: MessageEvent<PairAnswer>) => {
    if (data.type === 'failed') reject(isBroken())
    else if (data.type === 'checked') onCount(data.count)
    else resolve(data)
  }
  const ask = (request: PairRequest) => {
    const answer = new Promise<PairAnswer>((done, fail) => {
      resolve = done
      reject = fail
    })
    worker.postMessage(request)
    return answer
  }
  const readBets = async (cursor?: string) => {
    const page = await bets(pair.serverSeedHash, cursor)
    const keys = keysFor ? await keysFor(page.bets.flatMap(({ receipts }) => receipts)) : []
    return { ...page, keys }
  }

  /** @returns true if all receipts between the bets were read */
  async function readChain(): Promise<boolean> {
    let cursor: string | undefined
    do {
      const page = await chain?.(pair.serverSeedHash, cursor).catch(() => undefined)
      if (!page || stop.aborted) return false
      const keys = await keysFor?.(page.receipts).catch(() => undefined)
      if (!keys) return false
      await ask({ type: 'chain', receipts: page.receipts, keys })
      cursor = page.next
    } while (cursor !== undefined)
    return true
  }

  try {
    worker.postMessage({ type: 'pair', pair, isSigned: keysFor !== undefined } satisfies PairRequest)
    let cutShort: CheckedPair['cutShort']
    for (let cursor: string | undefined; ;) {
      const page = await readBets(cursor).catch(() => undefined)
      if (stop.aborted) cutShort = 'stopped'
      else if (!page) cutShort = 'unreadable'
      if (cutShort || !page) break
      await ask({ type: 'bets', bets: page.bets, keys: page.keys })
      cursor = page.next
      if (cursor === undefined) break
    }
    const isAll = cutShort === undefined
    const gaps = await ask({ type: 'gaps' })
    const isChainRead = isAll && gaps.type === 'gaps' && gaps.hasGaps && (await readChain())
    const own = (await kept?.().catch(() => undefined)) ?? []
    const keys = own.length > 0 ? await keysFor?.([]).catch(() => undefined) : undefined
    if (keys) await ask({ type: 'kept', receipts: own, keys })
    const done = await ask({ type: 'end', isAll, isChainRead })
    if (done.type !== 'done') throw isBroken()
    return { report: done.report, proof: done.proof, cutShort }
  } finally {
    worker.terminate()
  }
}
