import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import { isTooDeep } from '#fair/parse-json.ts'
import { NOT_OVER, VOID_ROUND } from '#rules/base/game-check.ts'
import type { WireOutcome } from '#rules/base/game-rules.ts'
import { createAccountReader } from './account-file.ts'
import { EARLIER_HISTORY_HEADERS, HISTORY_HEADER, betOfCsvRow } from './history-csv.ts'
import { NOT_REVEALED, type VerifiedBet, flatBet, verifyBet } from './verify-bet.ts'

export type LineAnswer = VerifiedBet | { error: string }

interface Proofs {
  /** Takes the receipts of a bet. Whether the object is nothing else: receipts' keys, or one receipt. */
  take(value: unknown): boolean
  /** Told what came of each bet, which is the object that was taken before, and the outcome that its seeds give. */
  judge?(bet: Fields, verdict: BetVerdict, computed: WireOutcome | null): void
}
/** `sealed`: it has no result yet. `void`: its round has none. */
export type BetVerdict = 'right' | 'wrong' | 'sealed' | 'void'

/** Longer lines are answered with an error and not kept in memory. */
export const MAX_LINE_LENGTH = 1_000_000

export const LINE_TOO_LONG = `a line has at most ${MAX_LINE_LENGTH} characters`

/**
 * Answers lines one after the other; no line makes it fail. It takes bets as JSON, one object a line, the two files
 * of an exported history (a JSON array with one bet a line, and CSV under `HISTORY_HEADER`), and the file of all that
 * is held about a player. Their brackets, header and blank lines have no answer (undefined).
 * @param proofs is told of what each line holds; what it takes for itself has no answer either
 */
export function createLineVerifier(proofs?: Proofs): (line: string) => LineAnswer | undefined {
  const answerOf = (read: () => unknown) => answerTo(read, proofs)
  let file: 'unknown' | 'lines' | 'array' | 'csv' | 'account' = 'unknown'
  const account = createAccountReader()

  return (line) => {
    // A byte order mark counts as white space here.
    const text = line.trim()
    // What is in the file is told by its first line that says something.
    if (file === 'unknown' && text !== '') {
      const isHeader = text === HISTORY_HEADER || EARLIER_HISTORY_HEADERS.includes(text)
      file = text === '[' ? 'array' : text === '{' ? 'account' : isHeader ? 'csv' : 'lines'
      return file === 'lines' ? answerOf(() => betOfJson(text)) : undefined
    }
    if (file === 'lines' || file === 'unknown') return answerOf(() => betOfJson(text))
    if (file === 'account') return answerOf(() => account(line))
    if (text === '') return undefined
    if (file === 'csv') return answerOf(() => betOfCsvRow(line.replace(/\r$/, '')))
    if (text === ']') {
      file = 'lines'
      return undefined
    }
    return answerOf(() => betOfJson(text.replace(/,$/, '')))
  }
}

function betOfJson(text: string): unknown {
  const value = jsonOf(text)
  const isBet = typeof value === 'object' && value !== null && !Array.isArray(value) && 'seeds' in value
  return isBet ? flatBet(value) : value
}

function jsonOf(text: string): unknown {
  if (isTooDeep(text)) throw new FairnessError('the line is nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw new FairnessError('the line is not a JSON object')
  }
}

function answerTo(read: () => unknown, proofs: Proofs | undefined): LineAnswer | undefined {
  try {
    const value = read()
    if (value === undefined) return undefined
    if (proofs?.take(value)) return undefined
    const bet = parseFields(value, 'a bet')
    return answerToBet(bet, proofs)
  } catch (error) {
    return { error: messageOf(error) }
  }
}

function answerToBet(bet: Fields, proofs: Proofs | undefined): LineAnswer {
  try {
    const answer = verifyBet(bet)
    proofs?.judge?.(bet, isWrong(answer) ? 'wrong' : 'right', answer.outcome)
    return answer
  } catch (error) {
    const message = messageOf(error)
    if (isNoFault(message)) proofs?.judge?.(bet, message === VOID_ROUND ? 'void' : 'sealed', null)
    return { error: message }
  }
}

const messageOf = (error: unknown) =>
  error instanceof FairnessError ? error.message : 'the line cannot be read'

/** Whether something is wrong with what is answered to a line. */
export const isWrong = (answer: LineAnswer): boolean =>
  'error' in answer ? !isNoFault(answer.error) : answer.matches === false || answer.paymentFault !== undefined

/** Whether a bet can only not be checked yet, or has no result. */
const isNoFault = (error: string): boolean => [NOT_REVEALED, NOT_OVER, VOID_ROUND].includes(error)
