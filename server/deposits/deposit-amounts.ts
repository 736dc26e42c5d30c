/** 1 USDT in its smallest unit: less is never credited. */
export const MINIMUM = 1_000_000n
/**
 * Under a cent nobody sends by intention: such transfers put look-alike addresses into people's histories. They
 * are not even written down.
 */
export const DUST = 10_000n
/** Of transfers that are not credited, an address's list takes no more a day, so that nobody can flood it. */
export const MAX_REFUSED_A_DAY = 5

/** `1500000` units of a coin with 6 decimals as the wire has it: `1.5`. */
export function toDecimal(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The opposite, for text that a schema of the contract let through; digits beyond `decimals` are cut off. */
export function fromDecimal(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
