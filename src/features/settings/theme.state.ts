import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'

export const THEME_KEY = 'theme'

/** What the player chose: a fixed theme, or to follow the system. */
export type ThemeChoice = 'system' | 'dark' | 'light'

/** Reads the stored choice; anything unknown follows the system. */
export function readThemeChoice(): ThemeChoice {
  const stored = browserStorage.get(THEME_KEY)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

/** The player's theme choice. Changed only by `choose.actions.ts` and, for other tabs, `theme.actions.ts`. */
export const themeChoice = createStore(readThemeChoice())
