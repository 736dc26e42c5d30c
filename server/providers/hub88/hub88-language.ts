import type { Locale } from '#contract/localized.ts'

/** The provider has one text for all countries of a language. */
export const languageOf = (locale: Locale): string => new Intl.Locale(locale).language
