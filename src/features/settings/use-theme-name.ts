import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { THEME_NAMES } from './theme-names.ts'
import { themeState } from './theme.state.ts'

/** Name of the chosen theme in the player's language. */
export function useThemeName(): string {
  const { i18n } = useLingui()
  return i18n._(THEME_NAMES[useSnapshot(themeState).choice])
}
