import { useCallback } from 'react'
import { useFormat } from '#i18n/use-format.ts'

/** The API's unit: ten-thousandths. */
const SCALE = 10_000
/** Larger figures are shortened: 5.1M instead of 5,148,297. */
const SHORT_FROM = 100_000

/** "9,900×" or "5.1M×", rounded down; undefined if the game has no top multiplier. */
export function useTopMultiplier(): (topMultiplier: number | null) => string | undefined {
  const { integer, compact } = useFormat()
  return useCallback(
    (topMultiplier) => {
      if (topMultiplier === null) return undefined
      const times = Math.floor(topMultiplier / SCALE)
      return `${times < SHORT_FROM ? integer(times) : compact(times)}×`
    },
    [integer, compact],
  )
}
