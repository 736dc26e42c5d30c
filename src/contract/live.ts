import * as v from 'valibot'
import { DepositSchema } from './deposits.ts'
import { WithdrawalSchema } from './withdrawals.ts'

/**
 * `GET` with the `Access-Token` header: what happens, as server-sent events without end. `?topics=` says of what, several
 * with commas between them; an event's name is its topic. The `Last-Event-ID` header, with the last id that was heard,
 * goes on from there. Not an `Endpoint`, because its answer has no end.
 */
export const LIVE_PATH = '/live'
export const LAST_EVENT_ID_HEADER = 'last-event-id'

/** Topics and the data of their events: what changed, or is under way, of the player who listens. */
export const LIVE_EVENTS = {
  deposits: v.array(DepositSchema),
  withdrawals: v.array(WithdrawalSchema),
}
export type LiveTopic = keyof typeof LIVE_EVENTS
export type LiveEvent<Topic extends LiveTopic> = v.InferOutput<(typeof LIVE_EVENTS)[Topic]>

/** Name of the first event of each stream, which says that it works. */
export const LIVE_OPEN = 'open'

/** Of the `topics` in the address. */
export const LiveTopicsSchema = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(','))]),
  v.array(v.picklist(Object.keys(LIVE_EVENTS) as LiveTopic[])),
)
