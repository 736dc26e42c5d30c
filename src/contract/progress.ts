import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DecimalSchema } from './values.ts'

/** Basis of levels and rakeback: all bets with a balance, in US dollars at the time of each bet. */
export const ProgressSchema = v.object({
  /** Stakes: one XP per dollar. */
  wageredUsd: DecimalSchema,
  /** Expected profit of the house, a part of which comes back as rakeback. */
  edgeUsd: DecimalSchema,
})
export type Progress = v.InferOutput<typeof ProgressSchema>

export const getProgress = endpoint({
  method: 'GET',
  path: '/user/progress',
  tag: 'play',
  access: 'player',
  summary: 'Get the player’s total stakes, for levels and rakeback',
  data: ProgressSchema,
  errors: [],
})
