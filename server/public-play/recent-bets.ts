import * as v from 'valibot'
import { PublicBetSchema, type PublicBet } from '#contract/feed.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { HIDDEN_PLAYER, shownPlayers } from '#server/identity/shown-players.ts'

const MOST_KEPT = 30

/** Format of events between processes. The public stream leaves the player out. */
const BetOfPlayerSchema = v.object({ ...PublicBetSchema.entries, player: v.number() })
type BetOfPlayer = v.InferOutput<typeof BetOfPlayerSchema>

export interface RecentBets {
  /** Newest first, with the present names. */
  read(): Promise<PublicBet[]>
}

/** Keeps the latest bets of all processes, for clients that start to watch. */
export function keepRecentBets(db: Database, feed: Pick<Feed, 'follow'>): RecentBets {
  let kept: BetOfPlayer[] = []
  feed.follow(['feed'], {
    onEvent({ data }) {
      const told = v.safeParse(v.array(BetOfPlayerSchema), data)
      if (told.success) kept = [...told.output, ...kept].slice(0, MOST_KEPT)
    },
    // Missed bets are only not shown.
    onGap: () => undefined,
  })
  return {
    async read() {
      const bets = kept
      const shown = await shownPlayers(
        db,
        bets.map(({ player }) => player),
      )
      return bets.map(({ player, ...bet }) => ({ ...bet, ...(shown.get(player) ?? HIDDEN_PLAYER) }))
    },
  }
}
