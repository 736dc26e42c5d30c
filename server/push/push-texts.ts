import type { Locale } from '#contract/localized.ts'
import type { MessageContent } from '#contract/messages.ts'
import { ZH_CN } from './chinese.push-texts.ts'
import { EN_US } from './english.push-texts.ts'

export interface PushText {
  readonly title: string
  readonly body: string
}

type Kind = MessageContent['kind']

/** Without amounts of money and addresses: others may see the screen. */
export type PushTexts = {
  readonly [K in Kind]: (content: Extract<MessageContent, { kind: K }>) => PushText
}

const TEXTS: Record<Locale, PushTexts> = { 'en-US': EN_US, 'zh-CN': ZH_CN }

export function pushTextOf(locale: Locale, content: MessageContent): PushText {
  const text = TEXTS[locale][content.kind] as (content: MessageContent) => PushText
  return text(content)
}
