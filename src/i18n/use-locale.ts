import { useLingui } from '@lingui/react'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/localized.ts'

/** The active language; the component renders again when it changes. */
export function useLocale(): Locale {
  const { i18n } = useLingui()
  return isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE
}
