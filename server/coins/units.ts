/** Without trailing zeros: `-150`, 2 → `-1.5`. */
export function toDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  return sign + digits.slice(0, split) + (fraction === '' ? '' : `.${fraction}`)
}

/** Compares exactly, without rounding digits beyond `decimals`. */
export function isExactly(text: string, units: bigint, decimals: number): boolean {
  const beyond = text.split('.')[1]?.slice(decimals) ?? ''
  return fromDecimal(text, decimals) === units && !/[^0]/.test(beyond)
}

/** Inverse of `toDecimal` for validated text of 0 or more. Digits beyond `decimals` are cut off. */
export function fromDecimal(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
