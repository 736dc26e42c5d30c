import { useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { LANGUAGES } from '#contract/languages.ts'
import { isLocale, LOCALES } from '#contract/localized.ts'
import { operatorMessageOf } from '#i18n/operator-answers.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useStore } from '#lib/use-store.ts'
import { FilterSelect } from '#operator/parts/FilterSelect.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { toast } from '#ui/toast.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { chooseLanguage, chooseTheme, theme, type Theme } from './appearance.ts'

/** Theme and language, kept for this browser. */
export function AppearancePart() {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const chosen = useStore(theme)
  const icon = (Icon: typeof Sun, name: string) => (
    <span className="grid place-items-center">
      <Icon aria-hidden size={16} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
  return (
    <div className="grid gap-2">
      <SegmentedControl<Theme>
        label={t`Theme`}
        value={chosen}
        onChange={chooseTheme}
        options={[
          { value: 'system', label: icon(Monitor, t`As the device`) },
          { value: 'light', label: icon(Sun, t`Light`) },
          { value: 'dark', label: icon(Moon, t`Dark`) },
        ]}
      />
      <FilterSelect
        label={t`Language`}
        value={locale}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={(value) => {
          if (!isLocale(value)) return
          chooseLanguage(value).catch((error: unknown) =>
            toast({ message: i18n._(operatorMessageOf(error)) }),
          )
        }}
      />
    </div>
  )
}
