import type { Json } from './feed-message.ts'

export interface FeedEvent {
  /** Unique in all processes. */
  readonly id: string
  readonly topic: string
  readonly data: Json
}
