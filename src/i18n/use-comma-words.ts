import { useLingui } from '@lingui/react/macro'
import { unclearComma } from '#lib/typed-number.ts'

/** Says how to write a number whose comma is unclear; undefined for any other text. The same at every field. */
export function useCommaWords(text: string): string | undefined {
  const { t } = useLingui()
  const clear = unclearComma(text)
  return clear && t`Use a point: ${clear}`
}
