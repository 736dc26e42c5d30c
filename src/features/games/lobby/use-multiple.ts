import { useCallback } from 'react'
import { useFormat } from '#i18n/use-format.ts'

const SHORT_FROM = 10_000

/** 9.9 → "9.9×", 33.2 → "33×", 16,000 → "16K×": enough for a list of large wins. */
export function useMultiple(): (multiplier: number) => string {
  const { decimal, compact } = useFormat()
  return useCallback(
    (multiplier) => {
      if (multiplier >= SHORT_FROM) return `${compact(Math.floor(multiplier))}×`
      const digits = multiplier < 10 ? 2 : 0
      const cut = Math.floor(multiplier * 10 ** digits) / 10 ** digits
      return `${decimal(String(cut), 0, digits)}×`
    },
    [decimal, compact],
  )
}
