import type { Locale } from '#contract/localized.ts'
import { createFormatMemory } from '#lib/format-memory.ts'
import { useLocale } from './use-locale.ts'

/** Builds on first use: an `Intl` object takes milliseconds, and most pages need one or two. */
function lazy<T>(build: () => T): () => T {
  let built: T | undefined
  return () => (built ??= build())
}

/** Formats of one language. Percentages are given in basis points (100 = 1%). */
export function createFormat(locale: Locale) {
  const number = (options: Intl.NumberFormatOptions) => lazy(() => new Intl.NumberFormat(locale, options))
  const dateTime = (options: Intl.DateTimeFormatOptions) =>
    lazy(() => new Intl.DateTimeFormat(locale, options))

  const integer = number({ maximumFractionDigits: 0 })
  const compact = number({ notation: 'compact', maximumFractionDigits: 1, roundingMode: 'floor' })
  const percent = number({ style: 'percent', maximumFractionDigits: 2 })
  const percentExact = number({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const usd = number({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  const day = dateTime({ dateStyle: 'medium' })
  const time = dateTime({ timeStyle: 'short' })
  const dayAndTime = dateTime({ dateStyle: 'medium', timeStyle: 'short' })
  const dayTimeZone = dateTime({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const relative = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const { remember, isFilled } = createFormatMemory(locale)
  const decimals = new Map<string, () => Intl.NumberFormat>()

  return {
    prepare: () => void (isFilled || percent()),
    integer: remember('integer', (value: number) => integer().format(value)),
    /** Shortened and rounded down: 5.1M. */
    compact: remember('compact', (value: number) => compact().format(value)),
    percent: remember('percent', (bps: number) => percent().format(bps / 10_000)),
    percentExact: (bps: number) => percentExact().format(bps / 10_000),
    date: (at: Date) => day().format(at),
    /** Day, time and the zone of the device. */
    inZone: (at: Date) => dayTimeZone().format(at),
    /** "today", "yesterday", "3 days ago". */
    daysAgo: (days: number) => relative().format(-days, 'day'),
    /** Time of day for today, date and time for any other day. */
    moment: (at: Date, now = new Date()) =>
      (at.toDateString() === now.toDateString() ? time() : dayAndTime()).format(at),
    /** US dollars with two decimals from a decimal string. */
    usd: remember('usd', (decimal: string) => usd().format(asExact(decimal))),
    /** A decimal string with the language's separators and `min` to `max` decimals. */
    decimal: remember('decimal', (decimal: string, min: number = 2, max: number = 8) => {
      const key = `${min} ${max}`
      const format = decimals.get(key) ?? number({ minimumFractionDigits: min, maximumFractionDigits: max })
      decimals.set(key, format)
      return format().format(asExact(decimal))
    }),
  }
}

/** `Intl` formats decimal strings exactly, but the types of the DOM library do not know it yet. */
const asExact = (decimal: string) => decimal as unknown as number

type Format = ReturnType<typeof createFormat>
const formats = new Map<Locale, Format>()

/**
 * Builds a format early, while the page waits for its code: the first `Intl` object of a page takes as long as a frame.
 * Skipped if the first screen does not need it.
 */
export function prepareFormats(locale: Locale): void {
  formatOf(locale).prepare()
}

/** `Intl` objects keep the time zone in which they were built. */
export function forgetFormats(): void {
  formats.clear()
}

/** Formats of the active language, cached because `Intl` objects are slow to build. */
export function useFormat(): Format {
  return formatOf(useLocale())
}

/** For code outside of components. */
export function formatOf(locale: Locale): Format {
  const known = formats.get(locale)
  if (known) return known
  const format = createFormat(locale)
  formats.set(locale, format)
  return format
}
