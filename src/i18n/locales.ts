import { LOCALES, type Locale } from '#contract/localized.ts'

/** Storage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

export const DEFAULT_LOCALE: Locale = 'en-US'

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { 'en-US': 'English', 'zh-CN': '简体中文' }

/** True for exactly the languages Koi speaks. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/**
 * The stored language when it is one of ours, else the first of the browser's preferences (BCP 47 tags,
 * best first) whose primary language we speak, else English.
 */
export function chooseLocale(stored: string | null, preferences: readonly string[]): Locale {
  if (isLocale(stored)) return stored
  for (const tag of preferences) {
    const primary = tag.toLowerCase().split('-')[0]
    const match = LOCALES.find((locale) => locale.split('-')[0] === primary)
    if (match) return match
  }
  return DEFAULT_LOCALE
}
