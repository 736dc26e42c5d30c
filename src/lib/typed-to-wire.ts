import { formatDecimal, parseDecimal } from './decimal.ts'
import { parseTypedAmount, unclearNumber } from './typed-number.ts'

/** An amount as it was typed, as the wire has it; what is no amount stays no amount, to be refused. */
export function typedToWire(text: string, decimals: number): string {
  const typed = parseTypedAmount(text, decimals)
  if (typed) return formatDecimal(typed)
  // An unclear `1.500` would be an amount of the wire.
  return parseDecimal(text) && unclearNumber(text) ? text.replace('.', ',') : text
}
