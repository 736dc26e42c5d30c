import * as v from 'valibot'
import { OpenBetSchema, OpenRoundSchema, optional, PlayCoinSchema } from '#features/play/play-coin-search.ts'

/** What lies over a game, at most one at a time. A value that makes no sense counts as not given. */
export const PlaySearchSchema = v.object({
  sheet: optional(v.picklist(['auto', 'stats', 'options', 'keys', 'seeds', 'coins', 'confirm'])),
  bet: OpenBetSchema,
  round: OpenRoundSchema,
  coin: PlayCoinSchema,
  /** The session reminder is open. */
  reminder: optional(v.literal(true)),
})
