import { LANGUAGES } from '#contract/languages.ts'
import { isLocale, localeFor, LOCALES, type Locale } from '#contract/localized.ts'

/** Storage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

/** Each language in its own words. */
export const LOCALE_NAMES = Object.fromEntries(
  LOCALES.map((locale) => [locale, LANGUAGES[locale].name]),
) as Record<Locale, string>

/** The stored language when it is one of ours, else the browser's. `src/boot.js` goes by the same rule. */
export function chooseLocale(stored: string | null, preferences: readonly string[]): Locale {
  return isLocale(stored) ? stored : localeFor(preferences)
}
