import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'

export type Locale = keyof typeof LANGUAGES
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[]
export const LocaleSchema = v.picklist(LOCALES)
export const DEFAULT_LOCALE = 'en-US' satisfies Locale
type OtherLocale = Exclude<Locale, typeof DEFAULT_LOCALE>

/** Storage key of the language that was chosen on a device. */
export const LANGUAGE_KEY = 'language'

/**
 * The stored language if Koi has it, else the first of the preferences (BCP 47 tags, best first) that Koi has, if
 * need be of another country, else the default. The page's first script contains the source of this function
 * (`build/boot-script.ts`), so it must be ES2015 and use nothing from outside.
 */
export function chooseLocale(
  stored: string | null,
  preferences: readonly string[],
  locales: readonly Locale[] = LOCALES,
): Locale {
  const primaryOf = (tag: string) => tag.toLowerCase().split('-')[0]
  const chosen = locales.find((locale) => locale === stored)
  if (chosen) return chosen
  for (const tag of preferences) {
    const match =
      locales.find((locale) => locale === tag) ??
      locales.find((locale) => primaryOf(locale) === primaryOf(tag))
    if (match) return match
  }
  return locales[0] as Locale
}

/** In the header's order, which browsers sort by preference. */
export const acceptedLanguages = (header: string | null | undefined): string[] =>
  (header ?? '').split(',').map((part) => part.replace(/;.*/, '').trim())

type TextSchema = v.StringSchema<undefined>
type LocalizedEntries = Record<typeof DEFAULT_LOCALE, TextSchema> &
  Record<OtherLocale, v.OptionalSchema<TextSchema, undefined>>

/**
 * The server sends all languages, so that search and offline reading need no second request. Missing ones are shown
 * in English.
 */
export const LocalizedSchema = v.object(
  Object.fromEntries(
    LOCALES.map((locale, at) => [locale, at === 0 ? v.string() : v.optional(v.string())]),
  ) as LocalizedEntries,
)
export type Localized = v.InferOutput<typeof LocalizedSchema>

/** A text of Koi itself, required in all languages. */
export type Translated = Readonly<Record<Locale, string>>

/** In English if the language is missing. */
export const inLocale = (text: Localized, locale: Locale): string => text[locale] || text[DEFAULT_LOCALE]

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
