import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/localized.ts'

/** Apart from those of the app, so that its build does not list the catalogs of games. */
const CATALOGS = import.meta.glob<{ messages: Messages }>('./*/{messages,operator}.po')

/** Loads the catalogs of `locale`, and switches the console and `<html lang>` to it. */
export async function activateOperatorLocale(locale: Locale): Promise<void> {
  const parts = await Promise.all(
    ['messages', 'operator'].map(async (part) => (await CATALOGS[`./${locale}/${part}.po`]?.())?.messages),
  )
  i18n.loadAndActivate({ locale, messages: Object.assign({}, ...parts) as Messages })
  document.documentElement.lang = locale
}
