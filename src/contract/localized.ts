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
export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale)
