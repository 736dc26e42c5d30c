import { useFormat } from '#i18n/use-format.ts'

/** Percentages at or above this have two decimals, smaller ones two figures that count. */
const PLAIN_FROM = 1

/** How chances are written, however small: `28.73%`, `0.088%`, `0.00000012%`. From 0 to 1. */
export function useChanceText(): (chance: number) => string {
  const { decimal } = useFormat()
  return (chance) => {
    const percent = chance * 100
    const decimals = percent >= PLAIN_FROM ? 2 : 1 - Math.floor(Math.log10(percent))
    return `${decimal(percent.toFixed(decimals), 0, decimals)}%`
  }
}
