import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PUBLIC_PLAYER } from './public-player.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema } from './values.ts'

/** Points are the house edge of a player's bets in US dollars, up to a cap for each day. */
const RankedSchema = v.object({
  ...PUBLIC_PLAYER,
  rank: v.pipe(CountSchema, v.minValue(1)),
  points: DecimalSchema,
  /** In the coin of rewards; so far, while the race runs. */
  prize: DecimalSchema,
})

export const RaceSchema = v.object({
  startsAt: MomentSchema,
  endsAt: MomentSchema,
  coin: CoinIdSchema,
  entries: CountSchema,
  /** Prizes so far: a share of the points of all. */
  pool: DecimalSchema,
  /** By rank, in basis points of the pool. */
  sharesBps: v.array(CountSchema),
  poolBps: CountSchema,
  /** No prize is larger than this part of the winner's own points. */
  prizeMostBps: CountSchema,
  dayCapUsd: DecimalSchema,
  /** Hidden players and players in a break keep their rank and are not listed. */
  leaders: v.array(RankedSchema),
  /** The race of the week before; null if nobody took part. */
  last: v.nullable(v.object({ startsAt: MomentSchema, leaders: v.array(RankedSchema) })),
})
export type Race = v.InferOutput<typeof RaceSchema>

export const getRace = endpoint({
  method: 'GET',
  path: '/race',
  tag: 'rewards',
  access: 'public',
  summary: 'Get the race of this week and the winners of the last one',
  data: RaceSchema,
  errors: [],
})

export const OwnRaceSchema = v.object({
  isJoined: v.boolean(),
  /** Null without points. */
  rank: v.nullable(v.pipe(CountSchema, v.minValue(1))),
  points: DecimalSchema,
  prize: DecimalSchema,
})
export type OwnRace = v.InferOutput<typeof OwnRaceSchema>

export const getOwnRace = endpoint({
  method: 'GET',
  path: '/user/race',
  tag: 'rewards',
  access: 'player',
  summary: 'Get the player’s place in the race of this week',
  data: OwnRaceSchema,
  errors: [],
})

export const joinRace = endpoint({
  method: 'PUT',
  path: '/user/race',
  tag: 'rewards',
  access: 'player',
  summary: 'Take part in the race of this week, or leave it; bets count from the day of joining on',
  body: v.object({ isJoined: v.boolean() }),
  data: OwnRaceSchema,
  errors: ['break_active', 'rate_limited'],
})
