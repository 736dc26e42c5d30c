import { LOCALES, type Locale } from '#contract/localized.ts'

export const DEFAULT_LOCALE: Locale = LOCALES[0]

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { 'en-US': 'English', 'zh-CN': '简体中文' }

/** True for exactly the languages Koi speaks. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
