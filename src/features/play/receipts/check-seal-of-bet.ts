import { getConfig } from '#contract/config.ts'
import { getSealsOfBet, type SealAnswer } from '#contract/seal.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { checkReceiptOfBet } from '#verify/receipt-of-bet.ts'
import { verifyReceipt, type Receipt, type SignedReceipt } from '#fair/receipt.ts'
import { dayAfter, dayOf, SealError, verifySeal, type Seal } from '#fair/seal.ts'
import { checkDay, checkSealedReceipts } from '#fair/seal-proofs.ts'
import { exportedBet, signedOf } from '#features/play/history-export.ts'
import type { PastBet } from '#features/play/play-engine.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { readShownSeal } from '#queries/shown-seal.ts'
import { api } from '#session/api.ts'

/** `waiting`: the day of one of its receipts is not sealed yet. `missing`: there is no receipt to look for. */
export type SealOfBetVerdict =
  | { readonly status: 'sealed'; readonly days: readonly string[]; readonly proof: Blob }
  | { readonly status: 'waiting' | 'missing' }
  /** `detail` is an English sentence for engineers. */
  | { readonly status: 'failed'; readonly detail: string; readonly proof: Blob }

/**
 * Checks on this device that all receipts of a settled bet are in the public seals of their days: those that the house
 * has signed of it, the one that ends it too, and those that this device has kept. Fails as the API does.
 */
export async function checkSealOfBet(
  bet: PastBet,
  kept: readonly SignedReceipt[],
): Promise<SealOfBetVerdict> {
  const params = { id: bet.id }
  const recorded = { ...exportedBet(bet) }
  const answer = await api.call(getSealsOfBet, { params })
  if (answer.receipts.length + kept.length === 0) return { status: 'missing' }
  const shown = new Map<string, SealAnswer>()
  for (const { day } of answer.seals) await showSeal(day)
  const { receiptKeys } = await api.call(getConfig)

  async function showSeal(day: string): Promise<SealAnswer | undefined> {
    const one = shown.get(day) ?? (await readShownSeal(day))
    if (one) shown.set(day, one)
    return one
  }

  function proof(): Blob {
    const own = { ...recorded, receipts: kept.map(signedOf) }
    const lines = [{ receiptKeys }, answer, ...shown.values(), ...(kept.length > 0 ? [own] : [])]
    return new Blob(
      lines.map((line) => `${JSON.stringify(line)}\n`),
      { type: 'application/x-ndjson' },
    )
  }

  /** `dayOfHash`: the day of the seal by the hash of a receipt of this bet. */
  async function readSeals() {
    const seals = new Map<string, Seal>()
    for (const each of answer.seals) {
      const seal = await verifySeal(each, receiptKeys, verifySignature)
      if (shown.get(seal.day)?.seal !== each.seal) {
        throw new SealError(`the seal of ${seal.day} is not the one that everybody is shown`)
      }
      seals.set(seal.day, seal)
    }
    const dayOfHash = new Map<string, string>()
    for (const each of answer.sealedReceipts) {
      const seal = seals.get(each.day)
      if (!seal) throw new SealError(`the seal of ${each.day} is missing`)
      checkSealedReceipts(seal, each)
      for (const hash of each.receipts) dayOfHash.set(hash, each.day)
    }
    return { days: [...seals.keys()], dayOfHash }
  }

  /** @throws SealError if it should be in a seal by now */
  async function checkWaiting(receipt: Receipt): Promise<void> {
    if (!answer.waiting.includes(receipt.hash)) throw new SealError('a receipt of this bet is in no seal')
    // A receipt that was written too late for the seal of its day is in the next seal.
    const last = dayAfter(dayOf(Date.parse(receipt.at)))
    if ((await showSeal(last)) === undefined) return
    // That seal may just have been made.
    if (!(await api.call(getSealsOfBet, { params })).waiting.includes(receipt.hash)) return
    throw new SealError(`the receipt of ${receipt.at} is in no seal, and there is the seal of ${last}`)
  }

  try {
    const { days, dayOfHash } = await readSeals()
    const given = new Set<string>()
    let isEnded = false
    let isWaiting = false
    for (const signed of answer.receipts) {
      const receipt = await verifyReceipt(signed, receiptKeys, verifySignature)
      checkReceiptOfBet(receipt, recorded)
      given.add(receipt.hash)
      isEnded ||= receipt.result !== undefined
      const day = dayOfHash.get(receipt.hash)
      if (day === undefined) {
        await checkWaiting(receipt)
        isWaiting = true
      } else checkDay(day, receipt)
    }
    for (const signed of kept) {
      // A receipt that was damaged where it is kept proves nothing against anybody.
      const receipt = await verifyReceipt(signed, receiptKeys, verifySignature).catch(() => undefined)
      if (receipt?.bet === bet.id && !given.has(receipt.hash)) {
        throw new SealError('a receipt of this bet that this device has kept is not among those of the house')
      }
    }
    if (!isEnded) throw new SealError('the receipt that ends this bet is missing')
    return isWaiting ? { status: 'waiting' } : { status: 'sealed', days, proof: proof() }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    return { status: 'failed', detail: error.message, proof: proof() }
  }
}
