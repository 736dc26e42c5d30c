import * as v from 'valibot'

/** Every language the product speaks, in the order of its menus; the first is the default. */
export const LOCALES = ['en-US', 'zh-CN'] as const
export const LocaleSchema = v.picklist(LOCALES)
export type Locale = v.InferOutput<typeof LocaleSchema>

/** A text the server keeps in every language, so that search and offline reading need no second call. */
export const LocalizedSchema = v.object({ 'en-US': v.string(), 'zh-CN': v.string() })
export type Localized = v.InferOutput<typeof LocalizedSchema>
