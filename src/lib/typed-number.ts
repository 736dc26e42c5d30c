import type { Decimal } from './decimal.ts'

/** A point for decimals, and commas only as thousands have them: no number with thousands begins with a zero. */
const NUMBER = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** The other way round, as many languages write numbers: `0,5` and `1.000,5`. */
const WITH_DECIMAL_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d*),(\d+)$/
/** One and a half, or a thousand and a half: `1.500`. */
const LIKE_THOUSANDS = /^([1-9]\d{0,2})\.(\d{3})$/
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

/** Room for any amount. */
const WHOLE_DIGITS = 12

/**
 * Reads an amount as a player types it: up to `wholeDigits` before the point and `decimals` after it.
 * A form that tells how much is too much reads more of them. Undefined when it is no amount, or when it is unclear.
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
  // The zero of `fieldText` is not one decimal more than a coin of three has.
  const fraction = behind.replace(/^(\d{3})0$/, '$1')
  if (!typed || digits.length > wholeDigits || fraction.length > decimals || digits + fraction === '')
    return undefined
  return { units: BigInt(digits + fraction), scale: fraction.length }
}

/**
 * Reads what may have its unit behind it: `2.5×`, `49.5 %`. Answers an integer of `decimals` decimals (2.5 with 4 is
 * 25_000); more decimals than that are cut off. A whole number has no point: `1.000` may have meant a thousand.
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
 * How to write clearly a number whose comma may mark decimals, or whose point may mark thousands; both ways where it
 * may have meant either. Undefined for any other text.
 */
export function unclearNumber(text: string): string | undefined {
  const plain = withoutUnit(text)
  const [, whole = '', fraction] = WITH_DECIMAL_COMMA.exec(plain) ?? LIKE_THOUSANDS.exec(plain) ?? []
  if (fraction === undefined) return undefined
  const digits = BigInt(whole.replaceAll('.', ''))
  const withPoint = fieldText(`${digits}.${fraction}`)
  if (!NUMBER.test(plain)) return withPoint
  // A single group of three, `1,500` or `1.500`: either sign may mark decimals where the language has a comma for it.
  return writesDecimalComma() ? `${withPoint} / ${digits}${fraction}` : undefined
}

/** Whether a field for a whole number refuses the text: `1.000` may have meant a thousand. */
export const notWhole = (text: string): boolean =>
  plainNumber(text).includes('.') || unclearNumber(text) !== undefined

/**
 * A number with a point as the app itself writes it into a field: never with the three decimals that are unclear when
 * they are typed (`1.5` for `1.500`, `1.1250` for `1.125`).
 */
export function fieldText(decimal: string): string {
  if (!LIKE_THOUSANDS.test(decimal) || !writesDecimalComma()) return decimal
  return decimal.endsWith('0') ? decimal.replace(/\.?0+$/, '') : `${decimal}0`
}

/** Whether the browser's language marks decimals with a comma. Koi's own languages have a point. */
export const writesDecimalComma = (): boolean => (0.5).toLocaleString().includes(',')
