import { chooseLocale, LANGUAGE_KEY, type Locale } from '#contract/localized.ts'
import { activateLocale } from '#i18n/i18n.ts'
import { browserStorage, followStored } from '#lib/browser-storage.ts'

/** The language chosen on this device, else the best of the browser's. */
export const preferredLocale = (): Locale =>
  chooseLocale(browserStorage.get(LANGUAGE_KEY), navigator.languages)

/** Takes over the language that another tab chooses; without its catalog this tab keeps its own. */
export function followLanguage(): void {
  followStored(LANGUAGE_KEY, () => {
    activateLocale(preferredLocale()).catch(() => undefined)
  })
}
