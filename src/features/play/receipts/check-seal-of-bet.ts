import { ApiError } from '#api/api-error.ts'
import { getConfig } from '#contract/config.ts'
import { getSeal, getSealsOfBet, type SealAnswer } from '#contract/seal.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { ReceiptError, verifyReceipt } from '#fair/receipt.ts'
import { SealError, verifySeal, type Seal } from '#fair/seal.ts'
import { checkSealedReceipts } from '#fair/seal-proofs.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { api } from '#session/api.ts'

/** `waiting`: the day of one of its receipts is not sealed yet. `missing`: there is no receipt to look for. */
export type SealOfBetVerdict =
  | { readonly status: 'sealed'; readonly days: readonly string[]; readonly proof: Blob }
  | { readonly status: 'waiting' | 'missing' }
  /** `detail` is a plain English sentence for whoever looks into it. */
  | { readonly status: 'failed'; readonly detail: string; readonly proof: Blob }

/**
 * Checks on this device that all receipts of a settled bet, the one that ends it too, are in the public seals of their
 * days. Fails as the API does.
 */
export async function checkSealOfBet(id: string): Promise<SealOfBetVerdict> {
  const answer = await api.call(getSealsOfBet, { params: { id } })
  if (answer.receipts.length === 0) return { status: 'missing' }
  const shown = new Map<string, SealAnswer>()
  for (const { day } of answer.seals) {
    const one = await readShownSeal(day)
    if (one) shown.set(day, one)
  }
  const { receiptKeys } = await api.call(getConfig)
  const lines = [{ receiptKeys }, answer, ...shown.values()].map((line) => `${JSON.stringify(line)}\n`)
  const proof = new Blob(lines, { type: 'application/x-ndjson' })
  try {
    const seals = new Map<string, Seal>()
    for (const each of answer.seals) {
      const seal = await verifySeal(each, receiptKeys, verifySignature)
      if (shown.get(seal.day)?.seal !== each.seal) {
        throw new SealError(`the seal of ${seal.day} is not the one that everybody is shown`)
      }
      seals.set(seal.day, seal)
    }
    const sealed = new Set<string>()
    for (const each of answer.sealedReceipts) {
      const seal = seals.get(each.day)
      if (!seal) throw new SealError(`the seal of ${each.day} is missing`)
      checkSealedReceipts(seal, each)
      for (const hash of each.receipts) sealed.add(hash)
    }
    let isEnded = false
    let isWaiting = false
    for (const signed of answer.receipts) {
      const { bet, hash, result } = await verifyReceipt(signed, receiptKeys, verifySignature)
      if (bet !== id) throw new ReceiptError('bet', `a receipt of bet ${id} says that it is of bet ${bet}`)
      isEnded ||= result !== undefined
      if (sealed.has(hash)) continue
      if (!answer.waiting.includes(hash)) throw new SealError('a receipt of this bet is in no seal')
      isWaiting = true
    }
    if (!isEnded) throw new SealError('the receipt that ends this bet is missing')
    return isWaiting ? { status: 'waiting' } : { status: 'sealed', days: [...seals.keys()], proof }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    return { status: 'failed', detail: error.message, proof }
  }
}

/** The seal of a day as everybody is shown it; undefined where there is none. Fails as the API does. */
async function readShownSeal(day: string): Promise<SealAnswer | undefined> {
  try {
    return await api.call(getSeal, { params: { day } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
