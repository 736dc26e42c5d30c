import * as v from 'valibot'
import { BalanceSchema } from './balances.ts'
import { CrashEventSchema } from './crash.ts'
import { DepositSchema } from './deposits.ts'
import { FeedEventSchema } from './feed.ts'
import { MessageSummarySchema } from './message-summary.ts'
import { ReactionEventSchema } from './reactions.ts'
import { WithdrawalSchema } from './withdrawals.ts'

/**
 * `GET`: server-sent events without end. `?topics=` has topics separated by commas; an event's name is its topic. A
 * player's topics need the `Access-Token` header, public ones do not. The `Last-Event-ID` header resumes after that
 * event. Not an `Endpoint`, because its answer has no end.
 */
export const LIVE_PATH = '/live'
export const LAST_EVENT_ID_HEADER = 'last-event-id'

/** Topics of the player who listens, with the data of their events. */
export const PLAYER_EVENTS = {
  balances: v.array(BalanceSchema),
  deposits: v.array(DepositSchema),
  withdrawals: v.array(WithdrawalSchema),
  messages: v.array(MessageSummarySchema),
}
export type PlayerTopicName = keyof typeof PLAYER_EVENTS

/** Topics with the same events for everybody. */
export const PUBLIC_EVENTS = {
  crash: CrashEventSchema,
  feed: FeedEventSchema,
  reactions: ReactionEventSchema,
}
export type PublicTopic = keyof typeof PUBLIC_EVENTS

const LIVE_EVENTS = { ...PLAYER_EVENTS, ...PUBLIC_EVENTS }
export type LiveTopic = keyof typeof LIVE_EVENTS
export type LiveEvent<Topic extends LiveTopic> = v.InferOutput<(typeof LIVE_EVENTS)[Topic]>

/** Name of the first event of each stream. */
export const LIVE_OPEN = 'open'
/** Name of the event that lists public topics with missed events: request their state. */
export const LIVE_GAP = 'gap'
/**
 * Name of the last event of a stream that ends because its player has opened too many others. A reconnect at once
 * would end another one.
 */
export const LIVE_REPLACED = 'replaced'

const namesOf = <Name extends string>(events: Readonly<Record<Name, unknown>>) =>
  Object.keys(events) as Name[]
export const PLAYER_TOPICS = namesOf(PLAYER_EVENTS)
export const PUBLIC_TOPICS = namesOf(PUBLIC_EVENTS)

export const LiveGapSchema = v.array(v.picklist(PUBLIC_TOPICS))

export const isPublicTopic = (topic: LiveTopic): topic is PublicTopic => Object.hasOwn(PUBLIC_EVENTS, topic)

/** `topics` of the query. */
export const LiveTopicsSchema = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(','))]),
  v.array(v.picklist(namesOf(LIVE_EVENTS))),
)
