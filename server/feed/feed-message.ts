import * as v from 'valibot'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Size of an event's topic and data, as JSON in UTF-8: a notification of PostgreSQL holds 8,000 bytes. */
export const MOST_BYTES = 6_000

export interface FeedMessage {
  readonly publisher: string
  /** Counts the messages of a process from 1. */
  readonly n: number
  readonly topic: string
  readonly data: Json
}

const MessageSchema = v.strictTuple([
  v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  v.pipe(v.string(), v.nonEmpty()),
  v.unknown(),
])

export interface FeedEvent {
  /** Unique in all processes. */
  readonly id: string
  readonly topic: string
  readonly data: Json
}

/** @throws RangeError if it is too long */
export function formatMessage({ publisher, n, topic, data }: FeedMessage): string {
  const text = JSON.stringify([publisher, n, topic, data])
  if (Buffer.byteLength(text) > MOST_BYTES) throw new RangeError(`An event of ${topic} is too long`)
  return text
}

/** Null for a malformed message. */
export function parseMessage(text: string): FeedMessage | null {
  try {
    const parsed = v.safeParse(MessageSchema, JSON.parse(text))
    if (!parsed.success) return null
    const [publisher, n, topic, data] = parsed.output
    return { publisher, n, topic, data: data as Json }
  } catch {
    return null
  }
}

export const EVENT_ID = /^[0-9a-f]{12}-[1-9]\d{0,14}$/
