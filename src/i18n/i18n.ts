import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '#contract/localized.ts'
import { isLocale } from './locales.ts'

/** Texts of a part in each language. */
export type Catalogs = Record<Locale, () => Promise<{ messages: Messages }>>

const catalogs: Catalogs = {
  'en-US': () => import('./en-US/messages.po'),
  'zh-CN': () => import('./zh-CN/messages.po'),
}
/** What only some pages say, fetched with the first of them. */
const PARTS = {
  play: {
    'en-US': () => import('./en-US/play.po'),
    'zh-CN': () => import('./zh-CN/play.po'),
  },
  account: {
    'en-US': () => import('./en-US/account.po'),
    'zh-CN': () => import('./zh-CN/account.po'),
  },
  wallet: {
    'en-US': () => import('./en-US/wallet.po'),
    'zh-CN': () => import('./zh-CN/wallet.po'),
  },
  money: {
    'en-US': () => import('./en-US/money.po'),
    'zh-CN': () => import('./zh-CN/money.po'),
  },
} satisfies Record<string, Catalogs>
export type TextPart = keyof typeof PARTS

const neededParts = new Set<Catalogs>()

/** Loads the catalog of `locale` and switches the interface and `<html lang>` to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loaded = await Promise.all([catalogs, ...neededParts].map((each) => each[locale]()))
  i18n.loadAndActivate({
    locale,
    messages: Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages,
  })
  document.documentElement.lang = locale
}

/** Adds a part's texts to the active language, and to those that are activated later. */
export async function loadTexts(name: TextPart | Catalogs): Promise<void> {
  const part = typeof name === 'string' ? PARTS[name] : name
  const { locale } = i18n
  if (neededParts.has(part) || !isLocale(locale)) return
  const { messages } = await part[locale]()
  neededParts.add(part)
  // Where the language has changed meanwhile, it is the other one that lacks them.
  if (i18n.locale === locale) i18n.load(locale, messages)
  else if (isLocale(i18n.locale)) await activateLocale(i18n.locale)
}
