import { type Fields, parseFields } from '#fair/parse-value.ts'
import type { ReceiptKey, VerifySignature } from '#fair/receipt.ts'
import { type CrashAnswer, type OnCrashSteps, createCrashVerifier } from '#rules/crash/verify-crash.ts'
import { type BalanceAnswer, createBalanceVerifier } from './verify-balances.ts'
import { type ReceiptAnswer, createReceiptVerifier } from './verify-receipts.ts'
import { type SealAnswer, createSealVerifier } from './verify-seals.ts'

export type ProofAnswer = ReceiptAnswer | CrashAnswer | SealAnswer | BalanceAnswer

/**
 * Collects all that proves something of what `createLineVerifier` reads: receipts, rounds of Crash with their chain and
 * beacon, seals, proofs for them, and what moved on a player's balances.
 * @param trusted keys from elsewhere; keys among the lines are then not looked at
 */
export function createProofVerifier(verify: VerifySignature, trusted?: readonly ReceiptKey[]) {
  const crash = createCrashVerifier()
  const receipts = createReceiptVerifier(verify, trusted, crash.addGame)
  const seals = createSealVerifier(verify, { keys: receipts.keys, receipts: receipts.signed })
  const balances = createBalanceVerifier(receipts.signed)
  return {
    /** @throws {FairnessError} when something does not have the form that it must have */
    take(value: unknown): boolean {
      // Answers of the server are taken as they are.
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
    /** Checks what waits, once there are keys. */
    check: receipts.check,
    /** What came of the bets, once all is checked. */
    bets: receipts.bets,
    /** What is wrong, and summaries. */
    async finish(onCrashSteps?: OnCrashSteps): Promise<ProofAnswer[]> {
      const ofReceipts = await receipts.finish()
      const ofOthers = [...(await crash.finish(onCrashSteps)), ...(await seals.finish())]
      return [...ofReceipts, ...ofOthers, ...balances.finish()]
    },
  }
}

/** Rounds of a day as `GET /crash/rounds` has them. */
const roundsOf = (fields: Fields | null): readonly Fields[] =>
  Array.isArray(fields?.['rounds']) && fields['day'] !== undefined
    ? (fields['rounds'] as unknown[]).map((round) => parseFields(round, 'a round'))
    : []

function dataOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const { data } = value as Fields
  return typeof data === 'object' && data !== null ? data : undefined
}
