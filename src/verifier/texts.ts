import { i18n, type Messages } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '#contract/localized.ts'
import { say } from './words.ts'

/** The page contains all languages because it can load nothing. */
const CATALOGS = import.meta.glob<{ messages: Messages }>('../i18n/*/verifier.po', { eager: true })

export function speak(locale: Locale): void {
  i18n.loadAndActivate({ locale, messages: CATALOGS[`../i18n/${locale}/verifier.po`]?.messages ?? {} })
  document.documentElement.lang = locale
  document.title = say(msg`Koi verifier`)
}
