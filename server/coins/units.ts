/** Smallest units as a decimal number of whole coins, without zeros that mean nothing: `-150`, 2 → `-1.5`. */
export function toDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  return sign + digits.slice(0, split) + (fraction === '' ? '' : `.${fraction}`)
}

/** The opposite, for text of 0 or more that a schema let through; digits beyond `decimals` are cut off. */
export function fromDecimal(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
