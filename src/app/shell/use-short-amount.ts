import { useMemo } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'

/** Amounts with this many digits are shown in millions, to fit the bar. */
const COMPACT_FROM_DIGITS = 8

/** Formats an amount (decimal string) for the top bar: short, and rounded down. */
export function useShortAmount(): (amount: string) => string {
  const { decimal } = useFormat()
  const locale = useLocale()
  return useMemo(() => {
    const compact = new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 2,
      roundingMode: 'trunc',
    })
    return (amount) => {
      const short = truncateAmount(amount)
      const isLong = short.replace(/\..*/, '').length >= COMPACT_FROM_DIGITS
      return isLong ? compact.format(Number(short)) : decimal(short)
    }
  }, [decimal, locale])
}

/** Two decimals, rounded down. Amounts below 1 keep all decimals: otherwise they would look like nothing. */
export function truncateAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return whole === '0' || fraction.length <= 2 ? amount : `${whole}.${fraction.slice(0, 2)}`
}
