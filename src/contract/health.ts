import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { MomentSchema } from './values.ts'

export const LedgerHealthSchema = v.object({
  /**
   * `alarm`: the last check found that the ledger does not add up, or that a chain holds less than recorded.
   * `unchecked`: before the first check.
   */
  status: v.picklist(['unchecked', 'sound', 'alarm']),
  checkedAt: v.nullable(MomentSchema),
})
export type LedgerHealth = v.InferOutput<typeof LedgerHealthSchema>

export const HealthSchema = v.object({
  /** The process answers. */
  live: v.literal(true),
  /** The database answers and its schema is current. */
  ready: v.boolean(),
  version: v.string(),
  /** Absent if the process does not check the ledger. */
  ledger: v.optional(LedgerHealthSchema),
  /**
   * Real chains that are watched for deposits, each with `chain`, `status` (`sound` or `alarm`), `headBlock`,
   * `headAt`, `checkedAt` and `unsettled`. The app does not read it, so the first load does not contain its schema.
   */
  chains: v.optional(v.array(v.unknown())),
})
export type Health = v.InferOutput<typeof HealthSchema>

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'system',
  access: 'public',
  isOpen: true,
  summary:
    'Get liveness, readiness with the database (503 when not ready), and the state of the ledger and of watched chains',
  data: HealthSchema,
  errors: ['unavailable'],
})
