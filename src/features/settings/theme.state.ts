import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'

export const THEME_KEY = 'theme'

export type ThemeChoice = 'system' | 'dark' | 'light'

/** An unknown stored value counts as `system`. */
export function readThemeChoice(): ThemeChoice {
  const stored = browserStorage.get(THEME_KEY)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

/** Changed only by `choose.actions.ts` and, for other tabs, `theme.actions.ts`. */
export const themeChoice = createStore(readThemeChoice())
