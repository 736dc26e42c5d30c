import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { type ThemeChoice, themeChoice } from './theme.state.ts'

/** In display order. */
export const THEME_CHOICES: readonly ThemeChoice[] = ['system', 'dark', 'light']

export const THEME_NAMES: Record<ThemeChoice, MessageDescriptor> = {
  system: msg`System`,
  dark: msg`Dark`,
  light: msg`Light`,
}

export function useThemeName(): string {
  const { i18n } = useLingui()
  return i18n._(THEME_NAMES[useStore(themeChoice)])
}
