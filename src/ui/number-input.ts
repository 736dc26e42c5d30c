import { unclearNumber, writesDecimalComma } from '#lib/typed-number.ts'

/**
 * Input props for a number. On devices with a decimal comma the numeric keyboard has no point; if one is needed, the
 * input gets the full keyboard.
 */
export function numberInput(text: string, isWhole = false) {
  const needsPoint = writesDecimalComma() || Boolean(unclearNumber(text))
  return {
    inputMode: isWhole ? 'numeric' : needsPoint ? 'text' : 'decimal',
    autoComplete: 'off',
  } as const
}
