import type { LiveEvent, PlayerTopicName } from '#contract/live.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from './feed.ts'

/** What one player is told, as it is now. */
export interface News<Item> {
  readonly player: number
  /** What it is about, among all of its topic that this player is told of. */
  readonly id: string
  readonly item: Item
  /** Something will change about it. */
  readonly isUnderWay: boolean
}

export interface PlayerTopic<Topic extends PlayerTopicName> {
  /** What some players should know: what is under way, and what ended since a moment. */
  read(
    db: Database,
    players: readonly number[],
    since: Date,
  ): Promise<readonly News<LiveEvent<Topic>[number]>[]>
  /** How often it is asked about what is under way, where nobody tells of its changes. */
  readonly askEveryMs?: number
}

/** What is told of each topic. */
export type PlayerTopics = { readonly [Topic in PlayerTopicName]: PlayerTopic<Topic> }

/** Players in one event, so that none is too long. */
const PLAYERS_AT_ONCE = 400

/** Tells all processes that something of these players has changed. */
export function tellPlayers(
  feed: Pick<Feed, 'publish'>,
  topic: PlayerTopicName,
  players: Iterable<number>,
): void {
  const all = [...players]
  for (let from = 0; from < all.length; from += PLAYERS_AT_ONCE) {
    feed.publish(topic, all.slice(from, from + PLAYERS_AT_ONCE))
  }
}
