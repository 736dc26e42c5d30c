import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ThemeChoice } from './theme.state.ts'

/** Choices in the order they are offered. */
export const THEME_CHOICES: readonly ThemeChoice[] = ['system', 'dark', 'light']

export const THEME_NAMES: Record<ThemeChoice, MessageDescriptor> = {
  system: msg`System`,
  dark: msg`Dark`,
  light: msg`Light`,
}
