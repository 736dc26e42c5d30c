import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { MomentSchema } from './values.ts'

export const LedgerHealthSchema = v.object({
  /** `alarm` when the last check found that the ledger does not add up, or a chain does not have what it says; `unchecked` before the first one. */
  status: v.picklist(['unchecked', 'sound', 'alarm']),
  /** ISO date-time of the last check. */
  checkedAt: v.nullable(MomentSchema),
})
export type LedgerHealth = v.InferOutput<typeof LedgerHealthSchema>

/** A real chain that is watched for deposits. */
export const ChainHealthSchema = v.object({
  /** As the ledger names it. */
  chain: v.string(),
  /** `alarm` while it is not read, or the house holds something else than what is written down. */
  status: v.picklist(['sound', 'alarm']),
  headBlock: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** ISO date-time at which the newest block was made. */
  headAt: v.nullable(MomentSchema),
  /** ISO date-time of the last good look at the chain. */
  checkedAt: v.nullable(MomentSchema),
  /** Balances of the house that have not been explained for half an hour. */
  unsettled: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type ChainHealth = v.InferOutput<typeof ChainHealthSchema>

export const HealthSchema = v.object({
  /** The process answers. */
  live: v.literal(true),
  /** The database answers and its schema is current. */
  ready: v.boolean(),
  version: v.string(),
  /** Absent where nobody checks the ledger. */
  ledger: v.optional(LedgerHealthSchema),
  /** Real chains; absent where there are none. */
  chains: v.optional(v.array(ChainHealthSchema)),
})
export type Health = v.InferOutput<typeof HealthSchema>

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'system',
  access: 'public',
  isOpen: true,
  summary:
    'Liveness, readiness with the database (503 when not ready), whether the ledger adds up, and whether all that arrives is seen',
  data: HealthSchema,
  errors: ['unavailable'],
})
