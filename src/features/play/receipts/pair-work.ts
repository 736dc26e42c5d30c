import type { VerifySignature } from '#fair/receipt.ts'
import type { PairAnswer, PairRequest } from './pair-messages.ts'
import { createPairVerifier } from './verify-pair.ts'

/** Bets between two words of how far it is. */
const SLICE = 10

/** The work on one pair: takes what is asked, one after the other, and answers. */
export function createPairWork(
  answer: (message: PairAnswer) => void,
  verify: VerifySignature,
): (request: PairRequest) => void {
  let verifier: ReturnType<typeof createPairVerifier> | undefined
  let last: Promise<void> = Promise.resolve()

  async function work(request: PairRequest): Promise<void> {
    if (request.type === 'pair') {
      verifier = createPairVerifier({ ...request, verify })
      return
    }
    if (!verifier) throw new Error('No pair is being checked')
    if (request.type === 'end') {
      answer({ type: 'done', ...verifier.finish(request.isAll, request.isChainRead) })
      return
    }
    if (request.type === 'gaps') {
      answer({ type: 'gaps', hasGaps: verifier.hasGaps() })
      return
    }
    const { keys } = request
    if (request.type === 'chain') await verifier.checkChain(request.receipts, keys)
    if (request.type === 'kept') await verifier.checkKept(request.receipts, keys)
    const bets = request.type === 'bets' ? request.bets : []
    for (let index = 0; index < bets.length; index += SLICE) {
      await verifier.check(bets.slice(index, index + SLICE), keys)
      answer({ type: 'checked', count: verifier.count() })
    }
    answer({ type: 'taken', count: verifier.count() })
  }

  return (request) => {
    last = last.then(() => work(request)).catch(() => answer({ type: 'failed' }))
  }
}
