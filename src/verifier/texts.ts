import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { messages as english } from '#i18n/en-US/verifier.po'
import { messages as chinese } from '#i18n/zh-CN/verifier.po'
import type { Finding } from './verify-file.ts'

/** Languages of the page, each by its own name. */
export const LANGUAGES = [
  { locale: 'en-US', name: 'English' },
  { locale: 'zh-CN', name: '中文' },
] as const
export type Locale = (typeof LANGUAGES)[number]['locale']

export function speak(locale: Locale): void {
  i18n.loadAndActivate({ locale, messages: locale === 'zh-CN' ? chinese : english })
  document.documentElement.lang = locale
  document.title = say(msg`Koi verifier`)
}

export const say = (message: MessageDescriptor): string => i18n._(message)

export const number = (value: number): string => value.toLocaleString(i18n.locale)

/** What each kind of finding means. */
export const FINDINGS: Readonly<Record<Finding['kind'], MessageDescriptor>> = {
  result: msg`The recorded result is not the one that the seeds give. Computed`,
  unreadable: msg`This cannot be read`,
  signature: msg`Koi has not signed this`,
  key_unknown: msg`It is signed with a key that is not known`,
  chain: msg`The chain of receipts is broken`,
  bet: msg`The receipt says something else than the bet`,
  seal: msg`A daily seal does not hold what it should`,
}
