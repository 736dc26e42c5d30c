import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DecimalSchema } from './values.ts'

/** What counts for levels and rakeback, of all bets with a balance, in US dollars at the moment of each bet. */
export const ProgressSchema = v.object({
  /** Staked: one XP for each dollar. */
  wageredUsd: DecimalSchema,
  /** The house's share of it in the long run, of which a part comes back as rakeback. */
  edgeUsd: DecimalSchema,
})
export type Progress = v.InferOutput<typeof ProgressSchema>

export const getProgress = endpoint({
  method: 'GET',
  path: '/user/progress',
  tag: 'play',
  access: 'player',
  summary: 'What the player has wagered, for levels and rakeback',
  data: ProgressSchema,
  errors: [],
})
