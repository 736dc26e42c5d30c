import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PublicBetSchema } from './feed.ts'
import { SlugSchema } from './games.ts'
import { PUBLIC_PLAYER } from './public-player.ts'
import { CountSchema, DecimalSchema } from './values.ts'

// Public lists of how all players play. They contain real bets only: without bets the lists are empty.

export const LIST_LENGTH = 10

/** `day`: since midnight UTC. `week`: this day and the six before it. */
export const PERIODS = ['day', 'week'] as const
export type Period = (typeof PERIODS)[number]
const PeriodSchema = v.picklist(PERIODS)

/** Ranked by the house edge of the stakes: bets with little edge count little. */
export const LeaderSchema = v.object({
  ...PUBLIC_PLAYER,
  /** Sums over all bets, in US dollars at the prices of the bets. */
  edgeUsd: DecimalSchema,
  stakedUsd: DecimalSchema,
  /** With the stake of a bet that was won. */
  paidUsd: DecimalSchema,
  bets: CountSchema,
})
export type Leader = v.InferOutput<typeof LeaderSchema>

/** `wonUsd` is the win above the stake, at the price of the bet. */
export const TopWinSchema = v.object({ ...PublicBetSchema.entries, wonUsd: DecimalSchema })
export type TopWin = v.InferOutput<typeof TopWinSchema>

/** Fewer players are not told. */
export const FEWEST_PLAYERS = 5
const PlayersSchema = v.nullable(v.pipe(CountSchema, v.minValue(FEWEST_PLAYERS)))

export const PlayNowSchema = v.object({
  /** Players of the last five minutes, each once; null for few. */
  players: PlayersSchema,
  /** Games that have something to tell. */
  games: v.array(
    v.object({
      game: SlugSchema,
      players: PlayersSchema,
      /** The newest win of this day and the six before it (UTC) as in `listBigWins`. */
      bigWin: v.nullable(TopWinSchema),
    }),
  ),
})
export type PlayNow = v.InferOutput<typeof PlayNowSchema>

export const getPlayNow = endpoint({
  method: 'GET',
  path: '/play-now',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'Get how many play now, and the newest big win of each game',
  data: PlayNowSchema,
  errors: [],
})

export const listBigWins = endpoint({
  method: 'GET',
  path: '/big-wins',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary:
    'List wins of ten times the stake or 100 US dollars above it, newest first; on busy days only the largest of a game',
  data: v.array(TopWinSchema),
  errors: [],
})

export const listLeaders = endpoint({
  method: 'GET',
  path: '/leaderboards/:period',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'List players by the house edge of their bets, highest first',
  params: v.object({ period: PeriodSchema }),
  data: v.array(LeaderSchema),
  errors: [],
})

export const listTopWins = endpoint({
  method: 'GET',
  path: '/top-wins/:period',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'List the largest wins above the stake, largest first',
  params: v.object({ period: PeriodSchema }),
  data: v.array(TopWinSchema),
  errors: [],
})

export const listRecentBets = endpoint({
  method: 'GET',
  path: '/recent-bets',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'List the latest bets of the stream’s topic `feed`, newest first',
  data: v.array(PublicBetSchema),
  errors: [],
})

export const listPopularGames = endpoint({
  method: 'GET',
  path: '/popular-games',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'List games with their bets of this day and the six before it (UTC), most played first',
  data: v.array(v.object({ game: SlugSchema, bets: v.pipe(CountSchema, v.minValue(1)) })),
  errors: [],
})

export const GamePlaySchema = v.object({
  /** This day and the six before it (UTC). */
  weekBets: CountSchema,
  /** Over the last whole hour and the present one; null without bets. */
  betsPerMinute: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** In Crash one round has many bets; in all other games each bet is a round. */
  roundsPerMinute: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** This day and the six before it (UTC). */
  topWin: v.nullable(TopWinSchema),
})
export type GamePlay = v.InferOutput<typeof GamePlaySchema>

export const getGamePlay = endpoint({
  method: 'GET',
  path: '/games/:slug/play',
  tag: 'public-play',
  access: 'public',
  isOpen: true,
  summary: 'Get statistics of a game, and its largest win',
  params: v.object({ slug: SlugSchema }),
  data: GamePlaySchema,
  errors: ['not_found'],
})
