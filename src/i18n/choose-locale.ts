import { localeFor } from '#contract/locale-for.ts'
import type { Locale } from '#contract/localized.ts'

/** The stored language, else the browser's. Not part of the first load: there `src/boot.js` has chosen. */
export const chooseLocale = (stored: string | null, preferences: readonly string[]): Locale =>
  localeFor([stored ?? '', ...preferences])
