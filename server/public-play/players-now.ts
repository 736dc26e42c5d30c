import * as v from 'valibot'
import { FEWEST_PLAYERS } from '#contract/public-play.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Feed } from '#server/feed/feed.ts'

const TOPIC = 'playing'
const WINDOW_MS = 5 * 60_000
/** Keeps events short enough. */
const PLAYERS_AT_ONCE = 400

/** Players by game. */
const PlayingSchema = v.record(v.string(), v.array(v.number()))

/** Tells all processes who has just bet on which game: all games in one event, so that the others keep their place. */
export function tellPlaying(
  feed: Pick<Feed, 'publish'>,
  playing: ReadonlyMap<string, Iterable<number>>,
): void {
  const all = [...playing].flatMap(([game, players]) => [...players].map((player) => ({ game, player })))
  for (let from = 0; from < all.length; from += PLAYERS_AT_ONCE) {
    const told: Record<string, number[]> = {}
    for (const { game, player } of all.slice(from, from + PLAYERS_AT_ONCE)) (told[game] ??= []).push(player)
    feed.publish(TOPIC, told)
  }
}

export interface PlayersNow {
  /** Players whose bets were settled in the last five minutes, by game; no game with fewer than are told. */
  byGame(): ReadonlyMap<string, number>
  /** Games of that list, the fullest first. */
  mostPlayed(): string[]
  /** Each player once, whatever they play; null for fewer than are told. */
  total(): number | null
}

/** Counts the players of all processes. After a start it knows too few for five minutes, never too many. */
export function countPlayersNow(feed: Pick<Feed, 'follow'>, clock: Clock): PlayersNow {
  /** When each player was last seen, longest ago first. */
  const seen = new Map<string, Map<number, number>>()

  function forgetOld(): void {
    const since = clock() - WINDOW_MS
    for (const [game, players] of seen) {
      for (const [player, at] of players) {
        if (at > since) break
        players.delete(player)
      }
      if (players.size === 0) seen.delete(game)
    }
  }

  feed.follow([TOPIC], {
    onEvent({ data }) {
      const told = v.safeParse(PlayingSchema, data)
      if (!told.success) return
      forgetOld()
      for (const [game, playing] of Object.entries(told.output)) {
        const players = seen.get(game) ?? new Map<number, number>()
        seen.set(game, players)
        for (const player of playing) {
          // To the end of the order.
          players.delete(player)
          players.set(player, clock())
        }
      }
    },
    // Missed players are only not counted.
    onGap: () => undefined,
  })

  function byGame(): ReadonlyMap<string, number> {
    forgetOld()
    const counts = [...seen].map(([game, players]) => [game, players.size] as const)
    return new Map(counts.filter(([, count]) => count >= FEWEST_PLAYERS))
  }

  return {
    byGame,
    mostPlayed: () => [...byGame()].sort(([, a], [, b]) => b - a).map(([game]) => game),
    total() {
      forgetOld()
      const all = new Set([...seen.values()].flatMap((players) => [...players.keys()]))
      return all.size < FEWEST_PLAYERS ? null : all.size
    },
  }
}
