import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { SlugSchema } from './games.ts'
import { BET_ERRORS, PlayAnswerSchema } from './play.ts'
import {
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  JsonObjectSchema,
  MomentSchema,
  RowIdSchema,
} from './values.ts'

export const FreeRoundsSchema = v.object({
  id: RowIdSchema,
  source: v.picklist(['code', 'promotion', 'operator']),
  game: SlugSchema,
  params: JsonObjectSchema,
  coin: CoinIdSchema,
  stake: DecimalSchema,
  count: CountSchema,
  /** How many of them were played. */
  played: CountSchema,
  givenAt: MomentSchema,
  /** Those not played by then lapse. */
  until: MomentSchema,
})
export type FreeRounds = v.InferOutput<typeof FreeRoundsSchema>

export const listFreeRounds = endpoint({
  method: 'GET',
  path: '/user/free-rounds',
  tag: 'gifts',
  access: 'player',
  summary: 'List the free rounds that can be played now, those that lapse first at the top',
  data: v.array(FreeRoundsSchema),
  errors: [],
})

export const playFreeRound = endpoint({
  method: 'POST',
  path: '/user/free-rounds/:id/bets',
  tag: 'gifts',
  access: 'player',
  summary: 'Play the next one of some free rounds. Idempotent by key',
  params: v.object({ id: RowIdSchema }),
  body: v.object({ idempotencyKey: IdempotencyKeySchema }),
  data: PlayAnswerSchema,
  errors: [...BET_ERRORS, 'free_rounds_over'],
})
