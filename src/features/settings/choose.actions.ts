import { LANGUAGE_KEY, type Locale } from '#contract/localized.ts'
import { activateLocale } from '#i18n/i18n.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { THEME_KEY, themeChoice, type ThemeChoice } from './theme.state.ts'

/** Stores the theme; `followTheme` applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') browserStorage.remove(THEME_KEY)
  else browserStorage.set(THEME_KEY, choice)
  themeChoice.set(choice)
}

/** Switches the language in place and stores it. Rejects if the catalog cannot be loaded. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await activateLocale(locale)
  browserStorage.set(LANGUAGE_KEY, locale)
}
