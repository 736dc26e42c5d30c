import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { BET_ERRORS, PlayAnswerSchema } from './play.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

const GiftWheelSchema = v.object({
  coin: CoinIdSchema,
  /** Stake of a turn now: a share of the house edge of the player's bets since the turn before. */
  pot: DecimalSchema,
  /** A turn needs a pot of at least this. */
  leastPot: DecimalSchema,
  /** In basis points. */
  shareBps: v.pipe(CountSchema, v.maxValue(10_000)),
  /** House edge since the turn before, in US dollars. */
  edgeUsd: DecimalSchema,
  /** The wheel can be turned now. */
  isReady: v.boolean(),
  /** Null if no turn was made today (UTC). */
  nextAt: v.nullable(MomentSchema),
  /** The latest turn. */
  last: v.nullable(
    v.object({
      bet: RowIdSchema,
      at: MomentSchema,
      part: CountSchema,
      stake: DecimalSchema,
      payout: DecimalSchema,
    }),
  ),
})
export type GiftWheel = v.InferOutput<typeof GiftWheelSchema>

export const getGiftWheel = endpoint({
  method: 'GET',
  path: '/user/gifts/wheel',
  tag: 'gifts',
  access: 'player',
  summary: 'Get the daily wheel: what a turn is worth now, what fills it, and when the next one is',
  data: GiftWheelSchema,
  errors: [],
})

export const turnGiftWheel = endpoint({
  method: 'POST',
  path: '/user/gifts/wheel',
  tag: 'gifts',
  access: 'player',
  summary: 'Turn the daily wheel: a bet on `gift-wheel` whose stake the house pays. Idempotent by key',
  body: v.object({ idempotencyKey: IdempotencyKeySchema }),
  data: PlayAnswerSchema,
  // `conflict`: it was turned today, or the pot is too small.
  errors: [...BET_ERRORS, 'conflict'],
})
