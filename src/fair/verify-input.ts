import type { ReceiptKey, VerifySignature } from './receipt.ts'
import { createLineSplitter, type SplitLine } from './split-lines.ts'
import { LINE_TOO_LONG, MAX_LINE_LENGTH, createLineVerifier, type LineAnswer } from './verify-lines.ts'
import { createProofVerifier, type ProofAnswer } from './verify-proofs.ts'

export type InputAnswer = LineAnswer | ProofAnswer

/**
 * Answers a file that comes piece by piece, as `npm run verify` does: each bet by itself, and at the end what is wrong
 * with receipts, rounds and seals, and summaries.
 * @param trusted keys from elsewhere; keys in the file are then not looked at
 */
export function createInputVerifier(verify: VerifySignature, trusted?: readonly ReceiptKey[]) {
  const proofs = createProofVerifier(verify, trusted)
  const verifyLine = createLineVerifier(proofs)
  const splitter = createLineSplitter(MAX_LINE_LENGTH)

  async function answersTo(lines: readonly SplitLine[]): Promise<InputAnswer[]> {
    const answers = lines.flatMap((line) =>
      line === undefined ? { error: LINE_TOO_LONG } : (verifyLine(line) ?? []),
    )
    await proofs.check()
    return answers
  }

  return {
    push: (text: string): Promise<InputAnswer[]> => answersTo(splitter.push(text)),
    async end(): Promise<InputAnswer[]> {
      return [...(await answersTo(splitter.end())), ...(await proofs.finish())]
    },
  }
}
