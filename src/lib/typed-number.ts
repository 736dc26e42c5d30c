import type { Decimal } from './decimal.ts'

/** A decimal point, and commas only as thousands separators: no number with thousands begins with a zero. */
const NUMBER = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** The reverse, as many languages write numbers: `0,5` and `1.000,5`. */
const WITH_DECIMAL_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d*),(\d+)$/
/** `1.500` may mean one and a half or one thousand five hundred. */
const LIKE_THOUSANDS = /^([1-9]\d{0,2})\.(\d{3})$/
/** Superscripts, circled digits, fractions. */
const ODD_DIGITS = /\p{No}/u

/** Normalizes typed or pasted text: full-width characters, surrounding spaces, invisible characters. */
export const plainNumber = (text: string) =>
  // Normalizing would turn `100¹` into 1001. Left as it is, it is rejected.
  ODD_DIGITS.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll('。', '.')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .trim()

/** Enough for any amount. */
const WHOLE_DIGITS = 12

/**
 * Reads a typed amount with up to `wholeDigits` digits before the point and `decimals` after it; a form that reports
 * excessive amounts passes a larger `wholeDigits`. Undefined if the text is not an amount or is ambiguous.
 */
export function parseTypedAmount(
  text: string,
  decimals: number,
  wholeDigits = WHOLE_DIGITS,
): Decimal | undefined {
  const plain = plainNumber(text)
  return unclearNumber(plain) ? undefined : readAmount(plain, decimals, wholeDigits)
}

function readAmount(plain: string, decimals: number, wholeDigits: number): Decimal | undefined {
  const typed = NUMBER.exec(plain)
  const [, whole = '', behind = ''] = typed ?? []
  const digits = whole.replaceAll(',', '')
  // `fieldText` may have added a zero: it must not count as a fourth decimal of a coin with three.
  const fraction = behind.replace(/^(\d{3})0$/, '$1')
  if (!typed || digits.length > wholeDigits || fraction.length > decimals || digits + fraction === '')
    return undefined
  return { units: BigInt(digits + fraction), scale: fraction.length }
}

/**
 * Reads a number with an optional unit: `2.5×`, `49.5 %`. Returns an integer in units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ (2.5 with 4
 * decimals is 25_000), and cuts further decimals. A whole number must have no point: `1.000` may mean a thousand.
 */
export function parseTypedNumber(text: string, decimals: number): number | undefined {
  const plain = withoutUnit(text)
  if (decimals === 0 ? notWhole(plain) : unclearNumber(plain)) return undefined
  const cut = plain.replace(RegExp(`(\\.\\d{${decimals}})\\d+$`), '$1')
  const parsed = readAmount(cut, decimals, WHOLE_DIGITS)
  if (!parsed) return undefined
  const value = Number(parsed.units) * 10 ** (decimals - parsed.scale)
  return Number.isSafeInteger(value) ? value : undefined
}

const withoutUnit = (text: string) => plainNumber(text).replace(/\s*[×x%]$/i, '')

/**
 * Suggests a clear spelling for a number whose comma may be a decimal comma, or whose point may separate thousands;
 * both spellings if it can mean either. Undefined for any other text.
 */
export function unclearNumber(text: string): string | undefined {
  const plain = withoutUnit(text)
  const [, whole = '', fraction] = WITH_DECIMAL_COMMA.exec(plain) ?? LIKE_THOUSANDS.exec(plain) ?? []
  if (fraction === undefined) return undefined
  const digits = BigInt(whole.replaceAll('.', ''))
  const withPoint = fieldText(`${digits}.${fraction}`)
  if (!NUMBER.test(plain)) return withPoint
  // A single group of three, `1,500` or `1.500`: in a language with decimal comma either sign may mark decimals.
  return writesDecimalComma() ? `${withPoint} / ${digits}${fraction}` : undefined
}

/** True if a field for whole numbers rejects the text: `1.000` may mean a thousand. */
export const notWhole = (text: string): boolean =>
  plainNumber(text).includes('.') || unclearNumber(text) !== undefined

/**
 * Writes a number into a field with a point, but never with exactly three decimals, which would be ambiguous as typed
 * text (`1.5` for `1.500`, `1.1250` for `1.125`).
 */
export function fieldText(decimal: string): string {
  if (!LIKE_THOUSANDS.test(decimal) || !writesDecimalComma()) return decimal
  return decimal.endsWith('0') ? decimal.replace(/\.?0+$/, '') : `${decimal}0`
}

/** Asks the browser's language: Koi's own languages have a point. */
export const writesDecimalComma = (): boolean => (0.5).toLocaleString().includes(',')
