import { chooseLocale, LANGUAGE_KEY, type Locale } from '#contract/localized.ts'
import { activateLocale } from '#i18n/i18n.ts'
import { browserStorage, followStored } from '#lib/browser-storage.ts'

/** The language chosen on this device, or the best match of the browser's languages. */
export const preferredLocale = (): Locale =>
  chooseLocale(browserStorage.get(LANGUAGE_KEY), navigator.languages)

/** Follows the choice of other tabs; if its catalog cannot be loaded, this tab keeps its own language. */
export function followLanguage(): void {
  followStored(LANGUAGE_KEY, () => {
    activateLocale(preferredLocale()).catch(() => undefined)
  })
}
