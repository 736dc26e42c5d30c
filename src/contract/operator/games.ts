import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { SlugSchema } from '#contract/games.ts'
import { LocalizedSchema } from '#contract/localized.ts'
import { CountSchema, DecimalSchema, MomentSchema, SignedDecimalSchema } from '#contract/values.ts'
import { WhySchema } from './values.ts'

/** Figures of the last 35 days, at the prices of the bets. */
const OperatedGameSchema = v.object({
  slug: SlugSchema,
  name: LocalizedSchema,
  isPaused: v.boolean(),
  bets: CountSchema,
  stakedUsd: DecimalSchema,
  paidUsd: DecimalSchema,
  /** In basis points; null without a stake. */
  returnBps: v.nullable(CountSchema),
  /** The return that the rules give for exactly the bets made; null without a stake. */
  expectedBps: v.nullable(CountSchema),
  /** The error of `returnBps`; null with too few bets. */
  standardErrorBps: v.nullable(CountSchema),
  /** Most that open rounds can still pay. */
  exposureUsd: DecimalSchema,
  openRounds: CountSchema,
  limits: v.object({ minUsd: v.nullable(DecimalSchema), maxPayoutUsd: v.nullable(DecimalSchema) }),
})
export type OperatedGame = v.InferOutput<typeof OperatedGameSchema>

export const listOperatedGames = endpoint({
  method: 'GET',
  path: '/operator/games',
  tag: 'operator',
  access: 'operator',
  may: 'games.read',
  summary: 'List games with limits, returns beside theory, and exposure',
  data: v.array(OperatedGameSchema),
  errors: [],
})

export const getGameDays = endpoint({
  method: 'GET',
  path: '/operator/games/:slug/days',
  tag: 'operator',
  access: 'operator',
  may: 'games.read',
  summary: 'Get the last 30 days of a game, oldest first',
  params: v.object({ slug: SlugSchema }),
  data: v.array(
    v.object({
      day: v.string(),
      bets: CountSchema,
      stakedUsd: DecimalSchema,
      edgeUsd: DecimalSchema,
      resultUsd: SignedDecimalSchema,
    }),
  ),
  errors: ['not_found'],
})

export const pauseGame = endpoint({
  method: 'PUT',
  path: '/operator/games/:slug/pause',
  tag: 'operator',
  access: 'operator',
  may: 'games.change',
  summary: 'Pause a game, or let it go on; open rounds can be ended',
  params: v.object({ slug: SlugSchema }),
  body: v.object({ isPaused: v.boolean(), why: WhySchema }),
  data: v.object({ isPaused: v.boolean(), at: MomentSchema }),
  errors: ['not_found'],
})
