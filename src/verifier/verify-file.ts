import type { ReceiptKey } from '#fair/receipt.ts'
import { createLineReader } from '#verify/verify-input.ts'
import { isWrong } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import type { BetCounts } from '#verify/verify-receipts.ts'
import type { OnCrashSteps } from '#rules/crash/verify-crash.ts'
import { verifySignature } from '#lib/verify-signature.ts'

/** A fault, or a line that cannot be read. */
export interface Finding {
  /** Line of the file, from 1; undefined if the finding concerns several lines. */
  readonly line?: number
  readonly kind:
    | 'result'
    | 'payment'
    | 'unreadable'
    | 'signature'
    | 'key_unknown'
    | 'chain'
    | 'absent'
    | 'missing'
    | 'bet'
    | 'crash'
    | 'seal'
    | 'balance'
  /** One plain English sentence. */
  readonly detail: string
}

export interface Report {
  readonly bets: BetCounts
  readonly receipts:
    { all: number; verified: number; chain: 'whole' | 'gaps' | 'broken'; isFromFirst: boolean } | undefined
  /** Games whose hash leads to the last hash of their chain, and salts that drand signed. */
  readonly crash: { games: number; ofChain: number; salts: number; signed: number } | undefined
  readonly seals:
    | {
        all: number
        verified: number
        missingDays: number
        sealedReceipts: number
        unsealedReceipts: number
        balances: number
        /** Crash rounds of days whose seal contains exactly these rounds. */
        rounds: number
      }
    | undefined
  /** From a player's data export: all balances, and those that all movements add up to. */
  readonly balances: { all: number; addUp: number } | undefined
  readonly findings: readonly Finding[]
  /** Number of findings beyond those in `findings`. */
  readonly more: number
}

/** Nobody reads a longer list to its end. */
const MOST_FINDINGS = 200

/**
 * Verifies a file in pieces: a long file is never in memory as a whole, and the page stays responsive.
 * @param trusted the house's keys from another source: keys in the file are ignored then
 * @param onCrashSteps reports the progress from games of Crash back to the last hash of their chain
 */
export async function verifyFile(
  file: Blob,
  {
    trusted,
    onBytes,
    onCrashSteps,
  }: {
    readonly trusted?: readonly ReceiptKey[] | undefined
    readonly onBytes: (read: number) => void
    readonly onCrashSteps?: OnCrashSteps
  },
): Promise<Report> {
  const proofs = createProofVerifier(verifySignature, trusted)
  const lines = createLineReader(proofs)
  const findings: Finding[] = []
  let more = 0
  const found = (finding: Finding) => {
    if (findings.length < MOST_FINDINGS) findings.push(finding)
    else more += 1
  }
  const note = ({ line, answer }: ReturnType<typeof lines.push>[number]) => {
    if (!isWrong(answer)) return
    if ('error' in answer) return found({ line, kind: 'unreadable', detail: answer.error })
    if (answer.paymentFault !== undefined) found({ line, kind: 'payment', detail: answer.paymentFault })
    if (answer.matches === false)
      found({ line, kind: 'result', detail: `${answer.game}: ${JSON.stringify(answer.outcome)}` })
  }

  const reader = file.stream().getReader()
  const decoder = new TextDecoder()
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read()
    const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
    for (const each of lines.push(text)) note(each)
    if (done) break
    bytes += value.length
    await proofs.check()
    onBytes(bytes)
    await new Promise((resolve) => setTimeout(resolve))
  }
  for (const each of lines.end()) note(each)

  let receipts: Report['receipts']
  let crash: Report['crash']
  let seals: Report['seals']
  let balances: Report['balances']
  for (const answer of await proofs.finish(onCrashSteps)) {
    if ('fault' in answer) found({ kind: answer.fault, detail: answer.error })
    else if ('crashGames' in answer) {
      const { crashGames: games, ofChain, crashSalts: salts, signedSalts: signed } = answer
      crash = { games, ofChain, salts, signed }
    } else if ('seals' in answer) {
      const { seals: all, verified, missingDays, sealedReceipts, unsealedReceipts } = answer
      seals = {
        all,
        verified,
        missingDays,
        sealedReceipts,
        unsealedReceipts,
        balances: answer.sealedBalances,
        rounds: answer.sealedRounds,
      }
    } else if ('balances' in answer) {
      balances = { all: answer.balances, addUp: answer.addUp }
    } else if ('receipts' in answer) {
      const { receipts: all, verified, chain, fromFirst: isFromFirst } = answer
      receipts = { all, verified, chain, isFromFirst }
    }
  }
  return { bets: proofs.bets(), receipts, crash, seals, balances, findings, more }
}
