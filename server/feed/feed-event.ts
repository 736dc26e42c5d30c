import type { Json } from './feed-message.ts'

export interface FeedEvent {
  /** Of no other event, in any process. */
  readonly id: string
  readonly topic: string
  readonly data: Json
}
