import { useMemo } from 'react'
import type { Locale } from '#contract/localized.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'

const SHORT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

const formatsOf = (locale: Locale) => ({
  thisYear: new Intl.DateTimeFormat(locale, SHORT),
  otherYear: new Intl.DateTimeFormat(locale, { ...SHORT, year: 'numeric' }),
  hour: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }),
})

const signed = (format: (decimal: string) => string) => (decimal: string) =>
  decimal.startsWith('-') ? `−${format(decimal.slice(1))}` : format(decimal)

/** How the console writes figures and times: short, and the same everywhere. */
export function useConsoleFormat() {
  const locale = useLocale()
  const format = useFormat()
  return useMemo(() => {
    const { thisYear, otherYear, hour, day, relative } = formatsOf(locale)
    const amount = signed((decimal) => format.decimal(decimal, 2, 8))
    return {
      integer: format.integer,
      percent: format.percentExact,
      moment: (at: Date) => (at.getFullYear() === new Date().getFullYear() ? thisYear : otherYear).format(at),
      utc: (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
      hour: (at: Date) => hour.format(at),
      /** The name of a UTC day, whatever the zone of the device. */
      day: (at: Date) => day.format(at),
      /** "5 min. ago" */
      ago: (at: Date, now = Date.now()) => {
        const seconds = Math.round((at.getTime() - now) / 1_000)
        const size = Math.abs(seconds)
        if (size < 90) return relative.format(seconds, 'second')
        if (size < 90 * 60) return relative.format(Math.round(seconds / 60), 'minute')
        if (size < 36 * 3_600) return relative.format(Math.round(seconds / 3_600), 'hour')
        return relative.format(Math.round(seconds / 86_400), 'day')
      },
      /** Decimal strings of the API, which may be negative. */
      usd: signed(format.usd),
      amount,
      coin: (decimal: string, coin: string) => `${amount(decimal)} ${coinSymbol(coin)}`,
    }
    // Formats keep the time zone in which they were built: `useFormat` makes new ones when it changes.
  }, [locale, format])
}
