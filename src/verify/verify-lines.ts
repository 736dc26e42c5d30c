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
  /** Takes the receipts of a bet. Returns true if the object is a list of keys or a single receipt, and not a bet. */
  take(value: unknown): boolean
  /** Called with the bet that was passed to `take` before, its verdict, and the outcome from its seeds. */
  judge?(bet: Fields, verdict: BetVerdict, computed: WireOutcome | null): void
}
/** `sealed`: the bet has no result yet. `void`: its round has no result. */
export type BetVerdict = 'right' | 'wrong' | 'sealed' | 'void'

/** A longer line is answered with an error and not kept in memory. */
export const MAX_LINE_LENGTH = 1_000_000

export const LINE_TOO_LONG = `a line has at most ${MAX_LINE_LENGTH} characters`

/**
 * Returns a function that answers one line after the other and never throws. It reads bets as JSON, one object a line;
 * exported histories, as a JSON array with one bet a line and as CSV under `HISTORY_HEADER`; and a player's data
 * export. Brackets, headers and blank lines are answered with undefined.
 * @param proofs receives the object of each line; objects that it takes are answered with undefined
 */
export function createLineVerifier(proofs?: Proofs): (line: string) => LineAnswer | undefined {
  const answerOf = (read: () => unknown) => answerTo(read, proofs)
  let file: 'unknown' | 'lines' | 'array' | 'csv' | 'account' = 'unknown'
  const account = createAccountReader()

  return (line) => {
    // `trim` also removes a byte order mark.
    const text = line.trim()
    // The first line that is not blank shows the format of the file.
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

export const isWrong = (answer: LineAnswer): boolean =>
  'error' in answer ? !isNoFault(answer.error) : answer.matches === false || answer.paymentFault !== undefined

/** Tells a bet that cannot be verified yet, or that has no result, from a fault. */
const isNoFault = (error: string): boolean => [NOT_REVEALED, NOT_OVER, VOID_ROUND].includes(error)
