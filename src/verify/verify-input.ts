import type { ReceiptKey, VerifySignature } from '#fair/receipt.ts'
import { createLineSplitter, type SplitLine } from './split-lines.ts'
import { LINE_TOO_LONG, MAX_LINE_LENGTH, createLineVerifier, type LineAnswer } from './verify-lines.ts'
import { createProofVerifier, type ProofAnswer } from './verify-proofs.ts'

export type InputAnswer = LineAnswer | ProofAnswer

interface NumberedAnswer {
  /** From 1. */
  readonly line: number
  readonly answer: LineAnswer
}

/** Returns answers for a file that arrives in pieces. Lines that `proofs` takes get no answer. */
export function createLineReader(proofs: ReturnType<typeof createProofVerifier>) {
  const verifyLine = createLineVerifier(proofs)
  const splitter = createLineSplitter(MAX_LINE_LENGTH)
  let line = 0
  const answersTo = (lines: readonly SplitLine[]): NumberedAnswer[] =>
    lines.flatMap((text) => {
      line += 1
      const answer = text === undefined ? { error: LINE_TOO_LONG } : verifyLine(text)
      return answer ? [{ line, answer }] : []
    })
  return {
    push: (text: string) => answersTo(splitter.push(text)),
    end: () => answersTo(splitter.end()),
  }
}

/**
 * Verifies a file as `npm run verify` does: first each bet, then the faults of receipts, rounds and seals, and
 * summaries.
 * @param trusted the house's keys from another source: keys in the file are ignored then
 */
export function createInputVerifier(verify: VerifySignature, trusted?: readonly ReceiptKey[]) {
  const proofs = createProofVerifier(verify, trusted)
  const lines = createLineReader(proofs)

  async function settled(answers: readonly NumberedAnswer[]): Promise<InputAnswer[]> {
    await proofs.check()
    return answers.map(({ answer }) => answer)
  }

  return {
    push: (text: string): Promise<InputAnswer[]> => settled(lines.push(text)),
    async end(): Promise<InputAnswer[]> {
      return [...(await settled(lines.end())), ...(await proofs.finish())]
    },
  }
}
