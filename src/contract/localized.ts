import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'

export type Locale = keyof typeof LANGUAGES
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[]
export const LocaleSchema = v.picklist(LOCALES)
export const DEFAULT_LOCALE = 'en-US' satisfies Locale
type OtherLocale = Exclude<Locale, typeof DEFAULT_LOCALE>

type TextSchema = v.StringSchema<undefined>
type LocalizedEntries = Record<typeof DEFAULT_LOCALE, TextSchema> &
  Record<OtherLocale, v.OptionalSchema<TextSchema, undefined>>

/**
 * A text the server keeps in every language, so that search and offline reading need no second call. Those that are
 * not written yet are read in English.
 */
export const LocalizedSchema = v.object(
  Object.fromEntries(
    LOCALES.map((locale, at) => [locale, at === 0 ? v.string() : v.optional(v.string())]),
  ) as LocalizedEntries,
)
export type Localized = v.InferOutput<typeof LocalizedSchema>

/** A text in a language, or in English where that language has none. */
export const inLocale = (text: Localized, locale: Locale): string => text[locale] || text[DEFAULT_LOCALE]

/** True for exactly the languages Koi speaks. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/**
 * The first of a reader's languages (BCP 47 tags, best first) that we speak, if need be as another country does, else
 * English. `src/boot.js` goes by the same rule.
 */
export function localeFor(preferences: readonly string[]): Locale {
  for (const tag of preferences) {
    const primary = `${tag.toLowerCase().split('-')[0]}-`
    const match = LOCALES.find((locale) => locale === tag) ?? LOCALES.find((each) => each.startsWith(primary))
    if (match) return match
  }
  return DEFAULT_LOCALE
}
