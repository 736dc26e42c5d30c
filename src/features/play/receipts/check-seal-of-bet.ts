import { getConfig } from '#contract/config.ts'
import { getSealsOfBet } from '#contract/seal.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { verifyReceipt } from '#fair/receipt.ts'
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

/** Checks on this device that all receipts of a bet are in the seals of their days. Fails as the API does. */
export async function checkSealOfBet(id: string): Promise<SealOfBetVerdict> {
  const answer = await api.call(getSealsOfBet, { params: { id } })
  if (answer.receipts.length === 0) return { status: 'missing' }
  const { receiptKeys } = await api.call(getConfig)
  const lines = [{ receiptKeys }, answer].map((line) => `${JSON.stringify(line)}\n`)
  const proof = new Blob(lines, { type: 'application/x-ndjson' })
  try {
    const seals = new Map<string, Seal>()
    for (const each of answer.seals) {
      const seal = await verifySeal(each, receiptKeys, verifySignature)
      seals.set(seal.day, seal)
    }
    const sealed = new Set<string>()
    for (const each of answer.sealedReceipts) {
      const seal = seals.get(each.day)
      if (!seal) throw new SealError(`the seal of ${each.day} is missing`)
      checkSealedReceipts(seal, each)
      for (const hash of each.receipts) sealed.add(hash)
    }
    for (const signed of answer.receipts) {
      const { hash } = await verifyReceipt(signed, receiptKeys, verifySignature)
      if (sealed.has(hash)) continue
      if (answer.waiting.includes(hash)) return { status: 'waiting' }
      throw new SealError('a receipt of this bet is in no seal')
    }
    return { status: 'sealed', days: [...seals.keys()], proof }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    return { status: 'failed', detail: error.message, proof }
  }
}
