import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SlugSchema } from './games.ts'
import { LocalizedSchema } from './localized.ts'
import { CountSchema, DecimalSchema, JsonObjectSchema } from './values.ts'

/** Older bets are not looked at. */
export const LUCK_BETS = 1_000
export const LUCK_DAYS = 30

/** Settled bets with a balance, without those whose stake was given back. Amounts are US dollars at the time of the bet. */
const LuckBetsSchema = v.object({
  /** Bets whose chances were fixed when they were made; the sums are over these. */
  bets: CountSchema,
  wageredUsd: DecimalSchema,
  /** Exact: stakes in dollars times their multipliers. */
  paidUsd: DecimalSchema,
  /** Expected profit of the house, as recorded with each bet. */
  edgeUsd: DecimalSchema,
  kinds: v.array(
    v.object({
      game: SlugSchema,
      params: JsonObjectSchema,
      stakes: v.array(v.object({ usd: DecimalSchema, bets: CountSchema })),
    }),
  ),
  /** Bets on games in which the player chooses when to stop. */
  leftOut: v.array(v.object({ game: SlugSchema, name: LocalizedSchema, bets: CountSchema })),
})
export type LuckBets = v.InferOutput<typeof LuckBetsSchema>

export const getLuckBets = endpoint({
  method: 'GET',
  path: '/user/luck',
  tag: 'play',
  access: 'player',
  summary: `Get the player’s latest bets as groups, for comparing their results with their chances: of ${LUCK_DAYS} days, ${LUCK_BETS} at most`,
  data: LuckBetsSchema,
  errors: [],
})
