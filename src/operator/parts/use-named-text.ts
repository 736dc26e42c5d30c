import { inLocale, type Localized } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'

/** A text that the server has in all languages, in that of the console. */
export function useNamedText(): (text: Localized) => string {
  const locale = useLocale()
  return (text) => inLocale(text, locale)
}
