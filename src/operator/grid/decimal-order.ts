/** Digits behind the point that are compared: of any coin at most. */
const SCALE = 18

/** A decimal string of the API as a whole number, for sorting; null if it is not a number. */
export function decimalOrder(text: string | null): bigint | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '')
  if (!found) return null
  const [, sign = '', whole = '0', fraction = ''] = found
  const size = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'))
  return sign === '' ? size : -size
}
