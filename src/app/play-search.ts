import * as v from 'valibot'
import { OpenBetSchema, OpenRoundSchema, optional, PlayCoinSchema } from '#features/play/play-coin-search.ts'

/** At most one sheet lies over a game. Invalid values are ignored. */
export const PlaySearchSchema = v.object({
  sheet: optional(v.picklist(['auto', 'stats', 'options', 'keys', 'seeds', 'coins', 'confirm'])),
  bet: OpenBetSchema,
  round: OpenRoundSchema,
  coin: PlayCoinSchema,
  /** Id of the free rounds that are played. */
  free: optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/))),
  /** The first round of a visitor starts by itself. */
  try: optional(v.literal(true)),
  /** The session reminder is open. */
  reminder: optional(v.literal(true)),
})
