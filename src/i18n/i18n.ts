import { i18n, type Messages } from '@lingui/core'
import { isLocale, type Locale } from '#contract/localized.ts'

/** Catalogs by file name. */
export type Catalogs = Record<string, () => Promise<{ messages: Messages }>>

/** Texts that only some pages need; the first of those pages loads them. */
export type TextPart = 'play' | 'crash' | 'account' | 'wallet' | 'money' | 'live' | 'providers'

/** Practice mode, the console of operators and verify.html load their own. */
const CATALOGS: Catalogs = import.meta.glob<{ messages: Messages }>([
  './*/*.po',
  '!./*/{operator,practice,verifier}.po',
])
/** Parts to load for each language, with their source. */
const needed = new Map([['messages', CATALOGS]])

/** Loads the catalogs of `locale`, and switches the interface and `<html lang>` to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const messages: Messages = {}
  let count = 0
  // A page may add a part while the others load.
  while (count < needed.size) {
    const parts = [...needed].slice(count)
    count = needed.size
    Object.assign(
      messages,
      ...(await Promise.all(parts.map(([part, from]) => messagesOf(locale, part, from)))),
    )
  }
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Adds a part's texts to the active language, and to languages activated later. */
export async function loadTexts(part: TextPart | 'practice' | 'verifier', from = CATALOGS): Promise<void> {
  const { locale } = i18n
  if (needed.has(part) || !isLocale(locale)) return
  const messages = await messagesOf(locale, part, from)
  needed.set(part, from)
  // If the language has changed since, the new one needs the part instead.
  if (i18n.locale === locale) i18n.load(locale, messages)
  else if (isLocale(i18n.locale)) await activateLocale(i18n.locale)
}

/** A test makes sure that each language has all catalogs. */
const messagesOf = async (locale: Locale, part: string, from: Catalogs): Promise<Messages> =>
  (await from[`./${locale}/${part}.po`]?.())?.messages ?? {}
