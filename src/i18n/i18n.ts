import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/localized.ts'
import { isLocale } from './locales.ts'

type Catalogs = Record<Locale, () => Promise<{ messages: Messages }>>

const catalogs: Catalogs = {
  'en-US': () => import('./en-US/messages.po'),
  'zh-CN': () => import('./zh-CN/messages.po'),
}
/** What only games and the history say. */
const playCatalogs: Catalogs = {
  'en-US': () => import('./en-US/play.po'),
  'zh-CN': () => import('./zh-CN/play.po'),
}

let isPlayNeeded = false

/** Loads the catalog of `locale` and switches the interface and `<html lang>` to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const [base, play] = await Promise.all([catalogs[locale](), isPlayNeeded ? playCatalogs[locale]() : null])
  i18n.loadAndActivate({ locale, messages: { ...base.messages, ...play?.messages } })
  document.documentElement.lang = locale
}

/** Adds the texts of play to the active language, and to those that are activated later. */
export async function loadPlayTexts(): Promise<void> {
  const { locale } = i18n
  if (isPlayNeeded || !isLocale(locale)) return
  const { messages } = await playCatalogs[locale]()
  isPlayNeeded = true
  // Where the language has changed meanwhile, it is the other one that lacks them.
  if (i18n.locale === locale) i18n.load(locale, messages)
  else if (isLocale(i18n.locale)) await activateLocale(i18n.locale)
}
