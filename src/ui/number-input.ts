import { unclearNumber, writesDecimalComma } from '#lib/typed-number.ts'

/**
 * Props of an input for a number, as it was typed so far. The keys for numbers have no point where the device marks
 * decimals with a comma, so that whoever needs one gets all keys.
 */
export function numberInput(text: string, isWhole = false) {
  const needsPoint = writesDecimalComma() || Boolean(unclearNumber(text))
  return {
    inputMode: isWhole ? 'numeric' : needsPoint ? 'text' : 'decimal',
    autoComplete: 'off',
  } as const
}
