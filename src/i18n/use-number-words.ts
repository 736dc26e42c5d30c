import { useLingui } from '@lingui/react/macro'
import { notWhole, unclearNumber } from '#lib/typed-number.ts'

/** A sentence that says how to write an ambiguous number clearly; undefined for any other text. */
export function useNumberWords(text: string, isWhole = false): string | undefined {
  const { t } = useLingui()
  if (isWhole) return notWhole(text) ? t`Use digits only, such as 25.` : undefined
  const clear = unclearNumber(text)
  return clear && t`Use a point: ${clear}`
}
