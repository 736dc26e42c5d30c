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
 * The stored language when it is one of ours, else the first of the preferences (BCP 47 tags, best first) that we
 * speak, if need be as another country does, else the first of ours. The page's first script has the text of this function
 * (`build/boot-script.ts`), so it is ES2015 and needs nothing from around it.
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

/** The tags of an `Accept-Language` header in its order, which is the browser's own, best first. */
export const acceptedLanguages = (header: string | null | undefined): string[] =>
  (header ?? '').split(',').map((part) => part.replace(/;.*/, '').trim())

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

/** A text that Koi itself ships: in all its languages, so that a new one is asked for wherever it is missing. */
export type Translated = Readonly<Record<Locale, string>>

/** A text in a language, or in English where that language has none. */
export const inLocale = (text: Localized, locale: Locale): string => text[locale] || text[DEFAULT_LOCALE]

/** True for exactly the languages Koi speaks. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
