import type { MessageContent } from '#contract/messages.ts'

export interface PushText {
  readonly title: string
  readonly body: string
}

type Kind = MessageContent['kind']

/** Without amounts of money and addresses: others may see the screen. */
export type PushTexts = {
  readonly [K in Kind]: (content: Extract<MessageContent, { kind: K }>) => PushText
}
