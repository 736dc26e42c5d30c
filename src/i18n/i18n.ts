import { i18n, type Messages } from '@lingui/core'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/localized.ts'

/** Texts of a part in each language, by the file they are in. */
export type Catalogs = Record<string, () => Promise<{ messages: Messages }>>

const catalogs: Catalogs = import.meta.glob<{ messages: Messages }>('./*/messages.po')
/** What only some pages say, fetched with the first of them. */
const PARTS = {
  play: import.meta.glob<{ messages: Messages }>('./*/play.po'),
  account: import.meta.glob<{ messages: Messages }>('./*/account.po'),
  wallet: import.meta.glob<{ messages: Messages }>('./*/wallet.po'),
  money: import.meta.glob<{ messages: Messages }>('./*/money.po'),
} satisfies Record<string, Catalogs>
export type TextPart = keyof typeof PARTS

const neededParts = new Set<Catalogs>()

/** Loads the catalog of `locale` and switches the interface and `<html lang>` to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loaded = await Promise.all([catalogs, ...neededParts].map((each) => messagesOf(each, locale)))
  i18n.loadAndActivate({
    locale,
    messages: Object.assign({}, ...loaded),
  })
  document.documentElement.lang = locale
}

/** Adds a part's texts to the active language, and to those that are activated later. */
export const loadTexts = (part: TextPart): Promise<void> => loadCatalogs(PARTS[part])

/** The same for texts that are not named here. */
export async function loadCatalogs(part: Catalogs): Promise<void> {
  const { locale } = i18n
  if (neededParts.has(part) || !isLocale(locale)) return
  const messages = await messagesOf(part, locale)
  neededParts.add(part)
  // Where the language has changed meanwhile, it is the other one that lacks them.
  if (i18n.locale === locale) i18n.load(locale, messages)
  else if (isLocale(i18n.locale)) await activateLocale(i18n.locale)
}

/** In English where the language has no such catalog. */
async function messagesOf(part: Catalogs, locale: Locale): Promise<Messages> {
  const of = (language: Locale) =>
    Object.entries(part).find(([path]) => path.startsWith(`./${language}/`))?.[1]
  const load = of(locale) ?? of(DEFAULT_LOCALE)
  return load === undefined ? {} : (await load()).messages
}
