import type { Draw } from '#fair/stream.ts'

const FLOAT_DECIMALS = 10

/** The four bytes of a float in hex: `bc 91 57 3a`. */
export function bytesText(bytes: Draw['bytes']): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** Enough decimals to tell every float of four bytes from its neighbours; cut, so that none reads as 1. */
export function floatText(float: number): string {
  return cut(float, FLOAT_DECIMALS)
}

/** For a number that is cut to a whole one: never rounded up to it. */
export function productText(product: number, decimals = 4): string {
  return cut(product, decimals)
}

/** The sum a float is made of: `188/256 + 145/256² + 87/256³ + 58/256⁴`. */
export function sumText([b0, b1, b2, b3]: Draw['bytes']): string {
  return `${b0}/256 + ${b1}/256² + ${b2}/256³ + ${b3}/256⁴`
}

function cut(value: number, decimals: number): string {
  const text = value.toFixed(decimals + 6)
  return text.slice(0, text.length - 6)
}
