import { localeFor, type Locale } from '#contract/localized.ts'

/** Storage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

/** The stored language, else the browser's. */
export const chooseLocale = (stored: string | null, preferences: readonly string[]): Locale =>
  localeFor([stored ?? '', ...preferences])
