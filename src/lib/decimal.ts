import * as v from 'valibot'
import { DecimalSchema } from '#contract/values.ts'

/** An exact non-negative number: `units` / 10^`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Reads a decimal string of the API, such as `434.78`; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  if (!v.is(DecimalSchema, text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** 100 basis points are 0.01. */
export function fromBps(bps: number): Decimal {
  return { units: BigInt(bps), scale: 4 }
}

/** The API's form, without trailing zeros. */
export function formatDecimal({ units, scale }: Decimal): string {
  if (scale === 0) return units.toString()
  const digits = units.toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  const whole = digits.slice(0, -scale)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Converts smallest units to the API's form with at most `most` decimals; cuts off the rest. */
export function cutUnits(units: bigint, decimals: number, most: number): string {
  const scale = Math.min(decimals, most)
  return formatDecimal({ units: units / 10n ** BigInt(decimals - scale), scale })
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** In units of 10⁻ˢᶜᵃˡᵉ. @throws RangeError if `scale` is smaller than the decimal's own */
export const unitsAt = ({ units, scale: own }: Decimal, scale: number): bigint =>
  units * 10n ** BigInt(scale - own)

/** Like the callback of `sort`: negative if `a` is less than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const left = a.units * 10n ** BigInt(b.scale)
  const right = b.units * 10n ** BigInt(a.scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** `a / b` with `scale` decimals, half rounded up. @throws RangeError if `b` is zero */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  const [numerator, denominator] = fraction(a, b)
  const shifted = numerator * 10n ** BigInt(scale)
  return { units: (2n * shifted + denominator) / (2n * denominator), scale }
}

/**
 * `a / b` with `digits` significant digits, rounded down: the app must not promise more than an amount buys. @throws
 * RangeError if `b` is zero
 */
export function divideToDigits(a: Decimal, b: Decimal, digits: number): Decimal {
  const [numerator, denominator] = fraction(a, b)
  if (numerator === 0n) return ZERO
  let scale = digits - (numerator / denominator).toString().length
  // Below one, significant digits start behind the point.
  while (scale >= 0 && (numerator * 10n ** BigInt(scale)) / denominator < 10n ** BigInt(digits - 1))
    scale += 1
  if (scale >= 0) return { units: (numerator * 10n ** BigInt(scale)) / denominator, scale }
  const step = 10n ** BigInt(-scale)
  return { units: (numerator / denominator / step) * step, scale: 0 }
}

/** Brings both to one scale, so that the quotient is one of whole numbers. */
function fraction(a: Decimal, b: Decimal): [numerator: bigint, denominator: bigint] {
  if (b.units === 0n) throw new RangeError('Division by zero')
  return [a.units * 10n ** BigInt(b.scale), b.units * 10n ** BigInt(a.scale)]
}
