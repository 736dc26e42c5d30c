import * as v from 'valibot'

/** Every language the product speaks, in the order of its menus; the first is the default. */
export const LOCALES = ['en-US', 'zh-CN'] as const
export const LocaleSchema = v.picklist(LOCALES)
export type Locale = v.InferOutput<typeof LocaleSchema>

/** Storage key of the language that was chosen on a device. */
export const LANGUAGE_KEY = 'language'

/**
 * The stored language when it is one of ours, else the first of the preferences (BCP 47 tags, best first) whose
 * primary language we speak, else the first of ours. The page's first script has the text of this function
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
    const match = locales.find((locale) => primaryOf(locale) === primaryOf(tag))
    if (match) return match
  }
  return locales[0] as Locale
}

/** The tags of an `Accept-Language` header in its order, which is the browser's own, best first. */
export const acceptedLanguages = (header: string | null | undefined): string[] =>
  (header ?? '').split(',').map((part) => part.replace(/;.*/, '').trim())

/** A text the server keeps in every language, so that search and offline reading need no second call. */
export const LocalizedSchema = v.object({ 'en-US': v.string(), 'zh-CN': v.string() })
export type Localized = v.InferOutput<typeof LocalizedSchema>
