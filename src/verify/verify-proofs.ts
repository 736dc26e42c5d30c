import { type Fields, parseFields } from '#fair/parse-value.ts'
import type { ReceiptKey, VerifySignature } from '#fair/receipt.ts'
import { type CrashAnswer, type OnCrashSteps, createCrashVerifier } from '#rules/crash/verify-crash.ts'
import { type BalanceAnswer, createBalanceVerifier } from './verify-balances.ts'
import { type ReceiptAnswer, createReceiptVerifier } from './verify-receipts.ts'
import { type SealAnswer, createSealVerifier } from './verify-seals.ts'

export type ProofAnswer = ReceiptAnswer | CrashAnswer | SealAnswer | BalanceAnswer

/**
 * Collects the proofs among the lines that `createLineVerifier` reads: receipts, rounds of Crash with their chain and
 * beacon values, seals, proofs for seals, and a player's balances.
 * @param trusted the house's keys from another source: keys among the lines are ignored then
 */
export function createProofVerifier(verify: VerifySignature, trusted?: readonly ReceiptKey[]) {
  const crash = createCrashVerifier()
  const receipts = createReceiptVerifier(verify, trusted, crash.addGame)
  const seals = createSealVerifier(verify, { keys: receipts.keys, receipts: receipts.signed })
  const balances = createBalanceVerifier(receipts.signed)
  return {
    /** @throws {FairnessError} if a proof is malformed */
    take(value: unknown): boolean {
      // Accept a whole answer of the server: unwrap it.
      const fields = (dataOf(value) ?? value) as Fields | null
      const { ofAccount } = fields ?? {}
      if (ofAccount !== undefined) return balances.take(parseFields(ofAccount, 'ofAccount'))
      if (fields) crash.take(fields)
      for (const round of roundsOf(fields)) crash.takeRound(round)
      const hasKeys = receipts.take({ receiptKeys: fields?.['receiptKeys'] })
      if (!seals.take(fields)) return hasKeys || receipts.take(value)
      const own = fields?.['receipts']
      for (const receipt of Array.isArray(own) ? (own as unknown[]) : []) receipts.take(receipt)
      return true
    },
    judge: receipts.judge,
    /** Checks the receipts so far, if the keys are known. */
    check: receipts.check,
    /** Complete only after `finish`. */
    bets: receipts.bets,
    /** Returns faults and summaries. */
    async finish(onCrashSteps?: OnCrashSteps): Promise<ProofAnswer[]> {
      const ofReceipts = await receipts.finish()
      const ofOthers = [...(await crash.finish(onCrashSteps)), ...(await seals.finish())]
      return [...ofReceipts, ...ofOthers, ...balances.finish()]
    },
  }
}

/** Rounds of a day in the form of `GET /crash/rounds`. */
const roundsOf = (fields: Fields | null): readonly Fields[] =>
  Array.isArray(fields?.['rounds']) && fields['day'] !== undefined
    ? (fields['rounds'] as unknown[]).map((round) => parseFields(round, 'a round'))
    : []

function dataOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const { data } = value as Fields
  return typeof data === 'object' && data !== null ? data : undefined
}
