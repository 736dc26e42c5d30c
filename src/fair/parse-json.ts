import { FairnessError } from './fairness-error.ts'

/** Files, receipts and seals of Koi are never nested deeper. */
const MOST_LEVELS = 64

/**
 * Parses JSON from an untrusted source. Limits the nesting: a text nested without end would overflow the stack of code
 * that walks the value.
 * @throws {FairnessError} if the text is not JSON or is nested too deeply
 */
export function parseJson(text: string, what: string): unknown {
  if (isTooDeep(text)) throw new FairnessError(`${what} is nested too deeply`)
  try {
    return JSON.parse(text)
  } catch {
    throw new FairnessError(`${what} is not JSON`)
  }
}

export function isTooDeep(text: string): boolean {
  let level = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (sign === '"') isInText = !isInText
    else if (isInText) index += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') {
      level += 1
      if (level > MOST_LEVELS) return true
    } else if (sign === ']' || sign === '}') level -= 1
  }
  return false
}
