import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/localized.ts'

const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  'en-US': () => import('./en-US/messages.po'),
  'zh-CN': () => import('./zh-CN/messages.po'),
}

/** Loads the catalog of `locale` and switches the interface and `<html lang>` to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}
