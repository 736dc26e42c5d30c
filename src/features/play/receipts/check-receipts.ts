import { checkReceiptOfBet } from '#verify/receipt-of-bet.ts'
import { followReceipts } from '#fair/receipt-chain.ts'
import {
  NO_RECEIPT_BEFORE,
  parseReceipt,
  ReceiptError,
  verifyReceipt,
  type Receipt,
  type ReceiptKey,
  type SignedReceipt,
  type VerifySignature,
} from '#fair/receipt.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { NOT_OVER, VOID_ROUND } from '#rules/base/game-check.ts'
import { NOT_COMMITTED, NOT_REVEALED, verifyBet } from '#verify/verify-bet.ts'
import { exportedBet } from '#features/play/history-export.ts'
import type { PastBet } from '#features/play/play-engine.ts'
import type { ReceiptReport, ReceiptVerdict } from '#features/play/play-receipts.ts'

/** Receipts of the player that are kept on this device. */
export interface KeptChain {
  withHash(hash: string): SignedReceipt | undefined
  /** Receipts that name this hash as the one before. */
  after(hash: string): readonly SignedReceipt[]
}

export type CheckedReceipts = Pick<ReceiptReport, 'verdict' | 'isFollowed' | 'neighbours'>

interface Given {
  /** With its server seed, once that is revealed. */
  readonly bet: PastBet
  readonly receipts: readonly SignedReceipt[]
  readonly keys: readonly ReceiptKey[]
  readonly chain: KeptChain
  readonly verify: VerifySignature
}

/** Checks all receipts of a bet: signatures, what they say, their places in the chain, and the draw. */
export async function checkReceipts({ bet, receipts, keys, chain, verify }: Given): Promise<CheckedReceipts> {
  const neighbours: SignedReceipt[] = []
  let isFollowed = true
  const judged = (verdict: ReceiptVerdict): CheckedReceipts => ({ verdict, isFollowed, neighbours })
  try {
    const recorded = { ...exportedBet(bet) }
    let isDecided = false
    for (const signed of receipts) {
      const receipt = await verifyReceipt(signed, keys, verify)
      checkReceiptOfBet(receipt, recorded)
      isDecided ||= receipt.result !== undefined
      const place = await placeIn(chain, receipt, keys, verify)
      neighbours.push(...place.neighbours)
      isFollowed &&= place.isFollowed
      if (place.fault) throw place.fault
    }
    if (!isDecided) return judged({ status: 'missing' })
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error
    return judged({ status: 'failed', fault: error.fault, detail: error.message })
  }
  return judged(drawn(exportedBet(bet)))
}

/** Compares the signed result and payout with those that the seeds, or its round, give. */
function drawn(recorded: object): ReceiptVerdict {
  try {
    const { matches, paymentFault } = verifyBet(recorded)
    if (matches === false) {
      const detail = 'the seeds give another result than the one that is signed'
      return { status: 'failed', fault: 'result', detail }
    }
    if (paymentFault !== undefined) return { status: 'failed', fault: 'payment', detail: paymentFault }
    // A void round has no result to compare.
    return { status: matches ? 'verified' : 'sealed' }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    // A round that is void or goes on has no end to compute.
    if ([NOT_REVEALED, NOT_OVER, VOID_ROUND].includes(error.message)) return { status: 'sealed' }
    return error.message === NOT_COMMITTED
      ? { status: 'failed', fault: 'seeds', detail: 'the server seed does not have the hash that is signed' }
      : { status: 'failed', fault: 'result', detail: error.message }
  }
}

interface Place {
  readonly isFollowed: boolean
  readonly neighbours: readonly SignedReceipt[]
  readonly fault?: ReceiptError
}

async function placeIn(
  chain: KeptChain,
  receipt: Receipt,
  keys: readonly ReceiptKey[],
  verify: VerifySignature,
): Promise<Place> {
  for (const other of chain.after(receipt.prev)) {
    const rival = await readable(() => verifyReceipt(other, keys, verify))
    if (
      !rival ||
      rival.hash === receipt.hash ||
      rival.player !== receipt.player ||
      rival.prev !== receipt.prev
    )
      continue
    const message = `bet ${receipt.bet} and bet ${rival.bet} both follow ${receipt.prev.slice(0, 8)}…`
    return { isFollowed: true, neighbours: [other], fault: new ReceiptError('chain', message) }
  }
  if (receipt.prev === NO_RECEIPT_BEFORE) return { isFollowed: true, neighbours: [] }
  const kept = chain.withHash(receipt.prev)
  const before = kept && (await readable(() => parseReceipt(kept.receipt)))
  // Its hash is signed in this receipt, so that it is the one before, whoever kept it.
  if (!kept || before?.hash !== receipt.prev) return { isFollowed: false, neighbours: [] }
  try {
    followReceipts([before, receipt], null)
    return { isFollowed: true, neighbours: [kept] }
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error
    return { isFollowed: true, neighbours: [kept], fault: error }
  }
}

/** Undefined for a receipt that was damaged where it is kept, which proves nothing against anybody. */
async function readable(read: () => Receipt | Promise<Receipt>): Promise<Receipt | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ReceiptError) return undefined
    throw error
  }
}
