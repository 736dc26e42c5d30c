import * as v from 'valibot'
import { BalanceSchema } from './balances.ts'
import { CrashEventSchema } from './crash.ts'
import { DepositSchema } from './deposits.ts'
import { FeedEventSchema } from './feed.ts'
import { WithdrawalSchema } from './withdrawals.ts'

/**
 * `GET`: what happens, as server-sent events without end. `?topics=` says of what, several with commas between them; an
 * event's name is its topic. Topics of a player need the `Access-Token` header, public ones do not. The `Last-Event-ID`
 * header, with the last id that was heard, goes on from there. Not an `Endpoint`, because its answer has no end.
 */
export const LIVE_PATH = '/live'
export const LAST_EVENT_ID_HEADER = 'last-event-id'

/** Topics of a player, and the data of their events: what changed, or is under way, of the player who listens. */
export const PLAYER_EVENTS = {
  balances: v.array(BalanceSchema),
  deposits: v.array(DepositSchema),
  withdrawals: v.array(WithdrawalSchema),
}
export type PlayerTopicName = keyof typeof PLAYER_EVENTS

/** Public topics: everybody hears the same. */
export const PUBLIC_EVENTS = { crash: CrashEventSchema, feed: FeedEventSchema }
export type PublicTopic = keyof typeof PUBLIC_EVENTS

const LIVE_EVENTS = { ...PLAYER_EVENTS, ...PUBLIC_EVENTS }
export type LiveTopic = keyof typeof LIVE_EVENTS
export type LiveEvent<Topic extends LiveTopic> = v.InferOutput<(typeof LIVE_EVENTS)[Topic]>

/** Name of the first event of each stream, which says that it works. */
export const LIVE_OPEN = 'open'
/** Name of an event that says of which public topics some events may be missing: what is true has to be asked for. */
export const LIVE_GAP = 'gap'
/**
 * Name of the last event of a stream that ends because its player has opened too many others. Whoever begins it anew at
 * once ends another one.
 */
export const LIVE_REPLACED = 'replaced'

const namesOf = <Name extends string>(events: Readonly<Record<Name, unknown>>) =>
  Object.keys(events) as Name[]
export const PLAYER_TOPICS = namesOf(PLAYER_EVENTS)
export const PUBLIC_TOPICS = namesOf(PUBLIC_EVENTS)

export const LiveGapSchema = v.array(v.picklist(PUBLIC_TOPICS))

export const isPublicTopic = (topic: LiveTopic): topic is PublicTopic => Object.hasOwn(PUBLIC_EVENTS, topic)

/** Of the `topics` in the address. */
export const LiveTopicsSchema = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(','))]),
  v.array(v.picklist(namesOf(LIVE_EVENTS))),
)
