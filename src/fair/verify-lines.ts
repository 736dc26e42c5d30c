import { createAccountReader } from './account-file.ts'
import { FairnessError } from './fairness-error.ts'
import { EARLIER_HISTORY_HEADERS, HISTORY_HEADER, betOfCsvRow } from './history-csv.ts'
import { type VerifiedBet, verifyBet } from './verify-bet.ts'

export type LineAnswer = VerifiedBet | { error: string }

/** Longer lines are answered with an error and not kept in memory. */
export const MAX_LINE_LENGTH = 1_000_000

export const LINE_TOO_LONG = `a line has at most ${MAX_LINE_LENGTH} characters`

/**
 * Answers lines one after the other; no line makes it fail. It takes bets as JSON, one object a line, the two files
 * of an exported history (a JSON array with one bet a line, and CSV under `HISTORY_HEADER`), and the file of all that
 * is held about a player. Their brackets, header and blank lines have no answer (undefined).
 * @param receipts is told of what each line holds; what it takes for itself has no answer either
 */
export function createLineVerifier(receipts?: {
  /** Takes the receipts of a bet. Whether the object is nothing else: receipts' keys, or one receipt. */
  take(value: unknown): boolean
}): (line: string) => LineAnswer | undefined {
  const answerOf = (read: () => unknown) => answerTo(read, (value) => receipts?.take(value) ?? false)
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
    if (file === 'account') {
      const entry = account(line)
      return entry === undefined ? undefined : answerOf(() => entry)
    }
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
  try {
    return JSON.parse(text)
  } catch {
    throw new FairnessError('the line is not a JSON object')
  }
}

function answerTo(read: () => unknown, isTaken: (value: unknown) => boolean): LineAnswer | undefined {
  try {
    const value = read()
    return isTaken(value) ? undefined : verifyBet(value)
  } catch (error) {
    if (error instanceof FairnessError) return { error: error.message }
    return { error: 'the line cannot be read' }
  }
}
