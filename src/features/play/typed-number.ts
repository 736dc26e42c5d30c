import { parseTypedAmount } from '#lib/decimal.ts'

/**
 * Reads what a player typed into a field of a game: `2.5×`, `49.5 %`, full-width digits of an input method.
 * Answers an integer of `decimals` decimals (2.5 with 4 is 25_000); more decimals than that are cut off.
 */
export function parseTypedNumber(text: string, decimals: number): number | undefined {
  const typed = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[×x%\s]+$/i, '')
    .trim()
  const point = typed.indexOf('.')
  const cut = point === -1 ? typed : typed.slice(0, point + 1 + decimals)
  const parsed = parseTypedAmount(cut, decimals)
  if (!parsed) return undefined
  const value = Number(parsed.units) * 10 ** (decimals - parsed.scale)
  return Number.isSafeInteger(value) ? value : undefined
}
