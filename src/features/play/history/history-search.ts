import * as v from 'valibot'
import { OpenBetSchema, optional, PlayCoinSchema } from '#features/play/play-coin-search.ts'
import { GIFT_GAMES } from '#rules/fair-games.ts'
import { PLAY_GAMES, SHARED_GAMES } from '#rules/play-games.ts'

/** A calendar day, as `2026-07-21`. */
const DaySchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => new Date(text).getUTCDate() === Number(text.slice(8))),
)

/** Multipliers a player may ask for at least; four decimals are as fine as they get. */
const MIN_MULTIPLIER = { lowest: 0.0001, highest: 1_000_000_000 }

export const MinMultiplierSchema = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(MIN_MULTIPLIER.lowest),
  v.maxValue(MIN_MULTIPLIER.highest),
)

const FILTERS = {
  game: optional(v.picklist([...PLAY_GAMES, ...SHARED_GAMES, ...GIFT_GAMES])),
  result: optional(v.picklist(['won', 'lost'])),
  /** First and last day, both included, in the player's time zone. */
  from: optional(DaySchema),
  to: optional(DaySchema),
  /** Lowest multiplier: 1.5 is 1.50×. */
  min: optional(MinMultiplierSchema),
  /** Hash of the server seed whose bets are shown. */
  pair: optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
}

/** The history's address. A value that makes no sense counts as not given. */
export const HistorySearchSchema = v.object({
  ...FILTERS,
  bet: OpenBetSchema,
  coin: PlayCoinSchema,
  sheet: optional(v.picklist(['coins', 'seeds', 'confirm'])),
})
export type HistorySearch = v.InferOutput<typeof HistorySearchSchema>
