import { inLocale, type Locale } from '#contract/localized.ts'
import type { MessageContent } from '#contract/messages.ts'
import { ZH_CN } from './chinese.push-texts.ts'
import { EN_US } from './english.push-texts.ts'
import type { PushText, PushTexts } from './push-text.ts'

const TEXTS: Record<Locale, PushTexts> = { 'en-US': EN_US, 'zh-CN': ZH_CN }

export function pushTextOf(locale: Locale, content: MessageContent): PushText {
  if (content.kind === 'news') {
    return { title: inLocale(content.title, locale), body: inLocale(content.text, locale) }
  }
  const text = TEXTS[locale][content.kind] as (content: MessageContent) => PushText
  return text(content)
}
