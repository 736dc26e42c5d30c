import * as v from 'valibot'
import { SlugSchema } from './games.ts'
import { GivenNameSchema } from './given-name.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'

/** Bets of one event of the topic `feed`. A busy house sends some of its bets, and those that won most are among them. */
export const FEED_BETS_AT_ONCE = 10

/** A bet that is over, as everybody sees it: nothing in it tells its player from others but a name that he shows. */
export const PublicBetSchema = v.object({
  /** Of the bet. */
  id: v.string(),
  game: SlugSchema,
  /** Null for a player who does not show a name. */
  name: v.nullable(GivenNameSchema),
  coin: CoinIdSchema,
  stake: DecimalSchema,
  multiplier: v.pipe(v.number(), v.finite(), v.minValue(0)),
  payout: DecimalSchema,
  at: MomentSchema,
})
export type PublicBet = v.InferOutput<typeof PublicBetSchema>

/** The newest first. */
export const FeedEventSchema = v.pipe(v.array(PublicBetSchema), v.maxLength(FEED_BETS_AT_ONCE))
