import type { MessageContent } from '#contract/messages.ts'

export interface PushText {
  readonly title: string
  readonly body: string
}

/** News bring their own words. */
type Kind = Exclude<MessageContent['kind'], 'news'>

/** Without amounts of money and addresses: others may see the screen. */
export type PushTexts = {
  readonly [K in Kind]: (content: Extract<MessageContent, { kind: K }>) => PushText
}
