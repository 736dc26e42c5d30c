import { chooseLocale, LANGUAGE_KEY, type Locale } from '#contract/localized.ts'
import { activateOperatorLocale } from '#i18n/operator-texts.ts'
import { browserStorage, followStored } from '#lib/browser-storage.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'

/** The app on the same origin stores its choices under the same keys. */
const THEME_KEY = 'theme'

const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

const readTheme = (): Theme => THEMES.find((each) => each === browserStorage.get(THEME_KEY)) ?? 'system'

const store = createStore<Theme>(readTheme())
export const theme: ReadableStore<Theme> = store

const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)')

function applyTheme(): void {
  const chosen = store.get()
  const shown = chosen === 'system' ? (prefersLight().matches ? 'light' : 'dark') : chosen
  document.documentElement.dataset['theme'] = shown
}

export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') browserStorage.remove(THEME_KEY)
  else browserStorage.set(THEME_KEY, chosen)
  store.set(chosen)
}

export const preferredLocale = (): Locale =>
  chooseLocale(browserStorage.get(LANGUAGE_KEY), navigator.languages)

export async function chooseLanguage(locale: Locale): Promise<void> {
  await activateOperatorLocale(locale)
  browserStorage.set(LANGUAGE_KEY, locale)
}

/** Applies the choices, and changes of them by the system or another tab. */
export function followAppearance(): void {
  applyTheme()
  store.subscribe(applyTheme)
  prefersLight().addEventListener('change', applyTheme)
  followStored(THEME_KEY, () => store.set(readTheme()))
  followStored(LANGUAGE_KEY, () => void activateOperatorLocale(preferredLocale()).catch(() => undefined))
}
