import { formatDecimal, type Decimal } from './decimal.ts'

/** Whole digits that any amount has room in; a form that tells how much is too much reads more. */
const WHOLE_DIGITS = 12

/** A point for decimals, and commas only as thousands have them: no number with thousands begins with a zero. */
const NUMBER = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** The other way round, as many languages write numbers: `0,5` and `1.000,5`. */
const WITH_DECIMAL_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d*),(\d+)$/
/** A single group of thousands, `1,500`: one and a half where a comma marks decimals. */
const ONE_GROUP = /^\d{1,3},\d{3}$/

/** What a number shows, whatever it was typed or pasted with: full-width signs, spaces around, invisible marks. */
const plainNumber = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()

/**
 * Reads an amount as a player types it: up to `wholeDigits` before the point and `decimals` after it.
 * Undefined when it is no amount, or when its comma is unclear.
 */
export function parseTypedAmount(
  text: string,
  decimals: number,
  wholeDigits = WHOLE_DIGITS,
): Decimal | undefined {
  const plain = plainNumber(text)
  const typed = unclearComma(plain) ? null : NUMBER.exec(plain)
  const [, whole = '', fraction = ''] = typed ?? []
  const digits = whole.replaceAll(',', '')
  if (!typed || digits.length > wholeDigits || fraction.length > decimals || digits + fraction === '')
    return undefined
  return { units: BigInt(digits + fraction), scale: fraction.length }
}

/** An amount as it was typed, as the wire has it; what is no amount stays as it is, to be refused. */
export function typedToWire(text: string, decimals: number): string {
  const typed = parseTypedAmount(text, decimals)
  return typed === undefined ? text : formatDecimal(typed)
}

/**
 * Reads what may have its unit behind it: `2.5×`, `49.5 %`. Answers an integer of `decimals` decimals (2.5 with 4 is
 * 25_000); more decimals than that are cut off.
 */
export function parseTypedNumber(text: string, decimals: number): number | undefined {
  const typed = withoutUnit(text)
  const point = typed.indexOf('.')
  const cut = point === -1 ? typed : typed.slice(0, point + 1 + decimals)
  // What is cut off is read, too: 2.5,5 is no number.
  if (!NUMBER.test(typed)) return undefined
  const parsed = parseTypedAmount(cut, decimals)
  if (!parsed) return undefined
  const value = Number(parsed.units) * 10 ** (decimals - parsed.scale)
  return Number.isSafeInteger(value) ? value : undefined
}

const withoutUnit = (text: string) => plainNumber(text).replace(/\s*[×x%]$/i, '')

/** The ways to write clearly what a comma makes unclear. */
export interface ClearWays {
  /** With a point. */
  readonly decimal: string
  /** Without a comma, where it may have meant thousands. */
  readonly whole: string | undefined
}

/** Undefined unless the text is a number but for a comma that may mark decimals. */
export function unclearComma(text: string): ClearWays | undefined {
  const plain = withoutUnit(text)
  const [, whole = '', fraction = ''] = WITH_DECIMAL_COMMA.exec(plain) ?? []
  if (fraction === '') return undefined
  const isThousands = NUMBER.test(plain)
  if (isThousands && !(ONE_GROUP.test(plain) && writesDecimalComma())) return undefined
  const digits = whole.replaceAll('.', '').replace(/^0+(?=\d)/, '') || '0'
  return { decimal: `${digits}.${fraction}`, whole: isThousands ? digits + fraction : undefined }
}

/** Whether the browser's language marks decimals with a comma. Koi's own languages have a point. */
export const writesDecimalComma = (): boolean => (0.5).toLocaleString().includes(',')
