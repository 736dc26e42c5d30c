import { formatDecimal, parseDecimal } from './decimal.ts'
import { parseTypedAmount, unclearNumber } from './typed-number.ts'

/**
 * Converts a typed amount to the API's form. A text that is not an amount stays invalid, so that the server refuses it.
 */
export function typedToWire(text: string, decimals: number): string {
  const typed = parseTypedAmount(text, decimals)
  if (typed) return formatDecimal(typed)
  // An ambiguous `1.500` would be a valid amount for the API: make it invalid.
  return parseDecimal(text) && unclearNumber(text) ? text.replace('.', ',') : text
}
