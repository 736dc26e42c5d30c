import { useMemo } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'

/** From here on amounts are told in millions, so that the bar has room for any. */
const COMPACT_FROM_DIGITS = 8

/** Writes an amount, a decimal string, for the top bar: never more than there is, and not longer than it must be. */
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

/** A decimal string with two decimals, rounded down; one below 1 keeps all it has, or it would look like nothing. */
export function truncateAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return whole === '0' || fraction.length <= 2 ? amount : `${whole}.${fraction.slice(0, 2)}`
}
