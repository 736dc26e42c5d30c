import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { THEME_NAMES } from './theme-names.ts'
import { themeChoice } from './theme.state.ts'

/** Name of the chosen theme in the player's language. */
export function useThemeName(): string {
  const { i18n } = useLingui()
  return i18n._(THEME_NAMES[useStore(themeChoice)])
}
