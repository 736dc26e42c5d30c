import * as v from 'valibot'
import { PublicBetSchema, type PublicBet } from '#contract/feed.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { shownNames } from '#server/identity/shown-names.ts'

const MOST_KEPT = 30

/** As processes tell each other of it. The stream leaves out whose it is. */
const BetOfPlayerSchema = v.object({ ...PublicBetSchema.entries, player: v.number() })
type BetOfPlayer = v.InferOutput<typeof BetOfPlayerSchema>

export interface RecentBets {
  /** The newest first, with the names that their players show now. */
  read(): Promise<PublicBet[]>
}

/** Keeps the last bets that all processes have told of, for whoever begins to watch. */
export function keepRecentBets(db: Database, feed: Pick<Feed, 'follow'>): RecentBets {
  let kept: BetOfPlayer[] = []
  feed.follow(['feed'], {
    onEvent({ data }) {
      const told = v.safeParse(v.array(BetOfPlayerSchema), data)
      if (told.success) kept = [...told.output, ...kept].slice(0, MOST_KEPT)
    },
    // Those that are missing are only not shown.
    onGap: () => undefined,
  })
  return {
    async read() {
      const bets = kept
      const names = await shownNames(
        db,
        bets.map(({ player }) => player),
      )
      return bets.map(({ player, ...bet }) => ({ ...bet, name: names.get(player) ?? null }))
    },
  }
}
