import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { THEME_CHOICES, THEME_NAMES } from './theme-names.ts'
import { chooseTheme } from './theme.actions.ts'
import { themeState } from './theme.state.ts'

/** System, dark or light; takes effect at once. */
export function ThemeChooser() {
  const { t, i18n } = useLingui()
  const { choice } = useSnapshot(themeState)
  return (
    <SegmentedControl
      label={t`Theme`}
      options={THEME_CHOICES.map((value) => ({ value, label: i18n._(THEME_NAMES[value]) }))}
      value={choice}
      onChange={chooseTheme}
    />
  )
}
