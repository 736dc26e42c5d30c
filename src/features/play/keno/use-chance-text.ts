import { useFormat } from '#i18n/use-format.ts'

/** Percentages from here on have two decimals, smaller ones two significant digits. */
const PLAIN_FROM = 1

/** Formats a chance from 0 to 1: `28.73%`, `0.088%`, `0.00000012%`. */
export function useChanceText(): (chance: number) => string {
  const { decimal } = useFormat()
  return (chance) => {
    const percent = chance * 100
    const decimals = percent >= PLAIN_FROM ? 2 : 1 - Math.floor(Math.log10(percent))
    return `${decimal(percent.toFixed(decimals), 0, decimals)}%`
  }
}
