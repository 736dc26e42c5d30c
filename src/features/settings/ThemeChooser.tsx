import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { useStore } from '#lib/use-store.ts'
import { THEME_CHOICES, THEME_NAMES } from './theme-names.ts'
import { chooseTheme } from './theme.actions.ts'
import { themeChoice } from './theme.state.ts'

/** System, dark or light; takes effect at once. */
export function ThemeChooser() {
  const { t, i18n } = useLingui()
  const choice = useStore(themeChoice)
  return (
    <SegmentedControl
      label={t`Theme`}
      options={THEME_CHOICES.map((value) => ({ value, label: i18n._(THEME_NAMES[value]) }))}
      value={choice}
      onChange={chooseTheme}
    />
  )
}
