import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const HealthSchema = v.object({
  /** The process answers. */
  live: v.literal(true),
  /** The database answers and its schema is current. */
  ready: v.boolean(),
  version: v.string(),
})
export type Health = v.InferOutput<typeof HealthSchema>

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'system',
  access: 'public',
  summary: 'Liveness, and readiness with the database (503 when not ready)',
  data: HealthSchema,
  errors: ['unavailable'],
})
