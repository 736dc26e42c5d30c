import type { Locale } from '#contract/localized.ts'
import { activateLocale } from '#i18n/i18n.ts'
import { LANGUAGE_KEY } from '#i18n/locales.ts'
import { browserStorage } from '#lib/browser-storage.ts'

/** Switches the language in place and remembers it. Rejects when the catalog cannot be loaded. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await activateLocale(locale)
  browserStorage.set(LANGUAGE_KEY, locale)
}
