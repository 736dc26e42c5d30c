import { FairnessError } from './fairness-error.ts'

/** No file, receipt or seal of Koi is nested deeper. */
const MOST_LEVELS = 64

/**
 * A JSON text of somebody else. One that is nested without end would overflow the stack of whatever walks through it.
 * @throws {FairnessError} when it is none, or nested too deeply
 */
export function parseJson(text: string, what: string): unknown {
  if (isTooDeep(text)) throw new FairnessError(`${what} is nested too deeply`)
  try {
    return JSON.parse(text)
  } catch {
    throw new FairnessError(`${what} is no JSON`)
  }
}

/** Whether a text, if it is JSON, is nested more deeply than anything of Koi. */
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
