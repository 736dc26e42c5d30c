import * as contract from '#contract/public-play.ts'
import { LIST_LENGTH } from '#contract/public-play.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { PlayersNow } from './players-now.ts'
import {
  readBigWins,
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
  /** Undefined in processes that follow no bets. */
  readonly playersNow: PlayersNow | undefined
}

export function publicPlayEndpoints(options: PublicPlayOptions): Served[] {
  const { db, clock, popular, recentBets, playersNow } = options
  const leaders = createAnswerCache<LeaderRow[]>(clock, SUMS_KEPT_MS)
  const wins = createAnswerCache<WinRow[]>(clock, SUMS_KEPT_MS)
  const games = createAnswerCache<Awaited<ReturnType<typeof readGamePlay>>>(clock, SUMS_KEPT_MS)
  const bigWins = createAnswerCache<WinRow[]>(clock, SUMS_KEPT_MS)
  const readWins = () => bigWins.get('wins', () => readBigWins(db, clock()))
  return [
    served(contract.getPlayNow, {
      keepMs: NAMES_KEPT_MS,
      async handle() {
        const newest = new Map((await readWins()).toReversed().map((win) => [win.game, win]))
        const wins = new Map((await toTopWins(db, [...newest.values()])).map((win) => [win.game, win]))
        const players = playersNow?.byGame() ?? new Map<string, number>()
        return {
          players: playersNow?.total() ?? null,
          games: [...new Set([...players.keys(), ...wins.keys()])].map((game) => ({
            game,
            players: players.get(game) ?? null,
            bigWin: wins.get(game) ?? null,
          })),
        }
      },
    }),
    served(contract.listBigWins, {
      keepMs: NAMES_KEPT_MS,
      handle: async () => toTopWins(db, (await readWins()).slice(0, 2 * LIST_LENGTH)),
    }),
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
