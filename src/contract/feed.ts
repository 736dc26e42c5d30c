import * as v from 'valibot'
import { SlugSchema } from './games.ts'
import { PUBLIC_PLAYER } from './public-player.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'

/** Per event of the topic `feed`. At high load only some bets are sent, including the largest wins. */
export const FEED_BETS_AT_ONCE = 10

/** A settled bet as everybody sees it: nothing else tells who the player is. */
export const PublicBetSchema = v.object({
  id: v.string(),
  game: SlugSchema,
  ...PUBLIC_PLAYER,
  coin: CoinIdSchema,
  stake: DecimalSchema,
  multiplier: v.pipe(v.number(), v.finite(), v.minValue(0)),
  payout: DecimalSchema,
  at: MomentSchema,
})
export type PublicBet = v.InferOutput<typeof PublicBetSchema>

/** Newest first. */
export const FeedEventSchema = v.pipe(v.array(PublicBetSchema), v.maxLength(FEED_BETS_AT_ONCE))
