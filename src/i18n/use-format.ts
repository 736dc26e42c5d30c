import type { Locale } from '#contract/localized.ts'
import { useLocale } from './use-locale.ts'

/** Number, percentage and date formats of one language. Percentages are given in basis points (100 = 1%). */
export function createFormat(locale: Locale) {
  const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const percentExact = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    integer: (value: number) => integer.format(value),
    percent: (bps: number) => percent.format(bps / 10_000),
    percentExact: (bps: number) => percentExact.format(bps / 10_000),
    date: (at: Date) => date.format(at),
    /** Time of day for today, date and time for any other day. */
    moment: (at: Date, now = new Date()) =>
      at.toDateString() === now.toDateString() ? time.format(at) : dateTime.format(at),
    /** US dollars with two decimals from a decimal string. */
    usd: (decimal: string) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
      }).format(
        // Intl formats decimal strings exactly; the DOM library types lag behind.
        decimal as unknown as number,
      ),
    /** A decimal string with the language's separators and between `min` and `max` decimals. */
    decimal: (decimal: string, min = 2, max = 8) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: min, maximumFractionDigits: max }).format(
        decimal as unknown as number,
      ),
  }
}

type Format = ReturnType<typeof createFormat>
const formats = new Map<Locale, Format>()

/** Formats of the active language; made once, because `Intl` objects are slow to build. */
export function useFormat(): Format {
  const locale = useLocale()
  const known = formats.get(locale)
  if (known) return known
  const format = createFormat(locale)
  formats.set(locale, format)
  return format
}
