import { useLingui } from '@lingui/react/macro'
import { notWhole, unclearNumber } from '#lib/typed-number.ts'

/** Says how to write a number that is unclear; undefined for any other text. The same at every field. */
export function useNumberWords(text: string, isWhole = false): string | undefined {
  const { t } = useLingui()
  if (isWhole) return notWhole(text) ? t`Use digits only, such as 25.` : undefined
  const clear = unclearNumber(text)
  return clear && t`Use a point: ${clear}`
}
