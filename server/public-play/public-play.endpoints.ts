import * as contract from '#contract/public-play.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import {
  readGamePlay,
  readLeaders,
  readTopWins,
  toLeaders,
  toTopWins,
  type GameBets,
  type LeaderRow,
  type WinRow,
} from './public-play.queries.ts'
import type { RecentBets } from './recent-bets.ts'

const SUMS_KEPT_MS = 30_000
/** A hidden name disappears after this time. */
const NAMES_KEPT_MS = 1_000

interface PublicPlayOptions {
  readonly db: Database
  readonly clock: Clock
  readonly popular: () => Promise<readonly GameBets[]>
  /** Undefined in processes that follow no bets. */
  readonly recentBets: RecentBets | undefined
}

export function publicPlayEndpoints({ db, clock, popular, recentBets }: PublicPlayOptions): Served[] {
  const leaders = createAnswerCache<LeaderRow[]>(clock, SUMS_KEPT_MS)
  const wins = createAnswerCache<WinRow[]>(clock, SUMS_KEPT_MS)
  const games = createAnswerCache<Awaited<ReturnType<typeof readGamePlay>>>(clock, SUMS_KEPT_MS)
  return [
    served(contract.listLeaders, {
      keepMs: NAMES_KEPT_MS,
      handle: async ({ params: { period } }) =>
        toLeaders(db, await leaders.get(period, () => readLeaders(db, period, clock()))),
    }),
    served(contract.listTopWins, {
      keepMs: NAMES_KEPT_MS,
      handle: async ({ params: { period } }) =>
        toTopWins(db, await wins.get(period, () => readTopWins(db, period, clock()))),
    }),
    served(contract.listRecentBets, {
      keepMs: NAMES_KEPT_MS,
      handle: async () => recentBets?.read() ?? [],
    }),
    served(contract.listPopularGames, {
      keepMs: NAMES_KEPT_MS,
      handle: async () => [...(await popular())],
    }),
    served(contract.getGamePlay, {
      keepMs: NAMES_KEPT_MS,
      async handle({ params: { slug } }) {
        const { top, ...figures } = await games.get(slug, () => readGamePlay(db, slug, clock()))
        const [topWin = null] = await toTopWins(db, top ? [top] : [])
        return { ...figures, topWin }
      },
    }),
  ]
}
