import type { Decimal } from './decimal.ts'

/** A point for decimals, and commas only as thousands have them: no number with thousands begins with a zero. */
const NUMBER = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** The other way round, as many languages write numbers: `0,5` and `1.000,5`. */
const WITH_DECIMAL_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d*),(\d+)$/

/** Superscripts, digits in circles, fractions. */
const ODD_DIGITS = /\p{No}/u

/** What a number shows, whatever it was typed or pasted with: full-width signs, spaces around, invisible marks. */
export const plainNumber = (text: string) =>
  // Made plain, `100¹` would be 1001. As it is, it is no number.
  ODD_DIGITS.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll('。', '.')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .trim()

/**
 * Reads an amount as a player types it: up to `wholeDigits` before the point and `decimals` after it.
 * Any amount has room in 12 of them; a form that tells how much is too much reads more. Undefined when it is no amount,
 * or when its comma is unclear.
 */
export function parseTypedAmount(text: string, decimals: number, wholeDigits = 12): Decimal | undefined {
  const plain = plainNumber(text)
  const typed = unclearComma(plain) ? null : NUMBER.exec(plain)
  const [, whole = '', fraction = ''] = typed ?? []
  const digits = whole.replaceAll(',', '')
  if (!typed || digits.length > wholeDigits || fraction.length > decimals || digits + fraction === '')
    return undefined
  return { units: BigInt(digits + fraction), scale: fraction.length }
}

/**
 * Reads what may have its unit behind it: `2.5×`, `49.5 %`. Answers an integer of `decimals` decimals (2.5 with 4 is
 * 25_000); more decimals than that are cut off.
 */
export function parseTypedNumber(text: string, decimals: number): number | undefined {
  const cut = withoutUnit(text).replace(RegExp(`(\\.\\d{${decimals}})\\d+$`), '$1')
  const parsed = parseTypedAmount(cut, decimals)
  if (!parsed) return undefined
  const value = Number(parsed.units) * 10 ** (decimals - parsed.scale)
  return Number.isSafeInteger(value) ? value : undefined
}

const withoutUnit = (text: string) => plainNumber(text).replace(/\s*[×x%]$/i, '')

/**
 * How to write clearly a number whose comma may mark decimals; both ways where it may have meant thousands. Undefined
 * for any other text.
 */
export function unclearComma(text: string): string | undefined {
  const plain = withoutUnit(text)
  const parts = WITH_DECIMAL_COMMA.exec(plain)
  if (!parts) return undefined
  const [, whole = '', fraction] = parts
  const digits = BigInt(whole.replaceAll('.', ''))
  const withPoint = `${digits}.${fraction}`
  if (!NUMBER.test(plain)) return withPoint
  // A single group of thousands, `1,500`: one and a half where a comma marks decimals.
  return writesDecimalComma() ? `${withPoint} / ${digits}${fraction}` : undefined
}

/** Whether the browser's language marks decimals with a comma. Koi's own languages have a point. */
export const writesDecimalComma = (): boolean => (0.5).toLocaleString().includes(',')
