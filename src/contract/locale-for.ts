import { DEFAULT_LOCALE, LOCALES, type Locale } from './localized.ts'

/**
 * The first of a reader's languages (BCP 47 tags, best first) that we speak, if need be as another country does, else
 * English. `src/boot.js` goes by the same rule.
 */
export const localeFor = (preferences: readonly string[]): Locale =>
  preferences
    .map((tag) => {
      const primary = `${tag.split('-')[0]}-`
      return LOCALES.find((locale) => locale === tag) ?? LOCALES.find((locale) => locale.startsWith(primary))
    })
    .find(Boolean) ?? DEFAULT_LOCALE
