import { useCallback } from 'react'
import { useFormat } from '#i18n/use-format.ts'

/** 9.9 → "9.9×", 33.2 → "33×": enough for a list of large wins. */
export function useMultiple(): (multiplier: number) => string {
  const { decimal } = useFormat()
  return useCallback(
    (multiplier) => {
      const digits = multiplier < 10 ? 2 : 0
      const cut = Math.floor(multiplier * 10 ** digits) / 10 ** digits
      return `${decimal(String(cut), 0, digits)}×`
    },
    [decimal],
  )
}
