import type { Fields } from './parse-value.ts'
import type { ReceiptKey, VerifySignature } from './receipt.ts'
import { type ReceiptAnswer, createReceiptVerifier } from './verify-receipts.ts'
import { type SealAnswer, createSealVerifier } from './verify-seals.ts'

export type ProofAnswer = ReceiptAnswer | SealAnswer

/**
 * Collects all that the house has signed of what `createLineVerifier` reads: receipts, seals, and proofs for them.
 * @param trusted keys from elsewhere; keys among the lines are then not looked at
 */
export function createProofVerifier(verify: VerifySignature, trusted?: readonly ReceiptKey[]) {
  const receipts = createReceiptVerifier(verify, trusted)
  const seals = createSealVerifier(verify, { keys: receipts.keys, receipts: receipts.signed })
  return {
    /** @throws {FairnessError} when something does not have the form that it must have */
    take(value: unknown): boolean {
      // Answers of the server are taken as they are.
      const fields = (dataOf(value) ?? value) as Fields | null
      const hasKeys = receipts.take({ receiptKeys: fields?.['receiptKeys'] })
      if (!seals.take(fields)) return hasKeys || receipts.take(value)
      const own = fields?.['receipts']
      for (const receipt of Array.isArray(own) ? (own as unknown[]) : []) receipts.take(receipt)
      return true
    },
    /** Checks what waits, once there are keys. */
    check: receipts.check,
    /** What is wrong, and summaries. */
    async finish(): Promise<ProofAnswer[]> {
      return [...(await receipts.finish()), ...(await seals.finish())]
    },
  }
}

function dataOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const { data } = value as Fields
  return typeof data === 'object' && data !== null ? data : undefined
}
