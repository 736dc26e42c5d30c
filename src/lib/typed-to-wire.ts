import { formatDecimal } from './decimal.ts'
import { parseTypedAmount } from './typed-number.ts'

/** An amount as it was typed, as the wire has it; what is no amount stays as it is, to be refused. */
export function typedToWire(text: string, decimals: number): string {
  const typed = parseTypedAmount(text, decimals)
  return typed === undefined ? text : formatDecimal(typed)
}
