import type { LiveEvent, PlayerTopicName } from '#contract/live.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from './feed.ts'

export interface News<Item> {
  readonly player: number
  /** Unique among the topic's news for this player. */
  readonly id: string
  readonly item: Item
  readonly isUnderWay: boolean
}

export interface PlayerTopic<Topic extends PlayerTopicName> {
  /** Reads what some players should know: what is under way, and what has ended since a moment. */
  read(
    db: Database,
    players: readonly number[],
    since: Date,
  ): Promise<readonly News<LiveEvent<Topic>[number]>[]>
  /** How often to ask about what is under way, if no event tells of its changes. */
  readonly askEveryMs?: number
}

export type PlayerTopics = { readonly [Topic in PlayerTopicName]: PlayerTopic<Topic> }

/** Keeps events short enough. */
const PLAYERS_AT_ONCE = 400

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
