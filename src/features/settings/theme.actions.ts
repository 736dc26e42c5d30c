import { followStored } from '#lib/browser-storage.ts'
import { readThemeChoice, THEME_KEY, themeChoice } from './theme.state.ts'

/** Background colour of each theme, for the browser's own bars (`--bg` of tokens.css). */
const BAR_COLOR = { dark: '#0a0e13', light: '#f6f3ee' } as const

const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)')

function apply(): void {
  const choice = themeChoice.get()
  const theme = choice === 'system' ? (prefersLight().matches ? 'light' : 'dark') : choice
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOR[theme])
}

/** Applies changes of the system's theme and of the player's choice, here or in another tab. */
export function followTheme(): void {
  prefersLight().addEventListener('change', apply)
  themeChoice.subscribe(apply)
  followStored(THEME_KEY, () => themeChoice.set(readThemeChoice()))
}
