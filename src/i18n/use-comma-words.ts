import { useLingui } from '@lingui/react/macro'
import { unclearComma } from '#lib/typed-number.ts'

/** Says how to write a number whose comma is unclear; undefined for any other text. The same at every field. */
export function useCommaWords(): (text: string) => string | undefined {
  const { t } = useLingui()
  return (text) => {
    const clear = unclearComma(text)
    if (!clear) return undefined
    const { decimal, whole } = clear
    return whole === undefined ? t`Use a point: ${decimal}` : t`Use a point, ${decimal}, or no comma, ${whole}`
  }
}
